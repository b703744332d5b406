/**
 * x402BatchSettlement, the contract that holds channels: at the same address on every chain.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/schemes/batch-settlement/scheme_batch_settlement_evm.md
 */
export const BATCH_SETTLEMENT = "0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003"

/** ERC3009DepositCollector, the contract that takes deposits by EIP-3009: at the same address on every chain. */
export const DEPOSIT_COLLECTOR = "0x4020806089470a89826cB9fB1f4059150b550004"
