import { domainSeparator, type TokenDomain, typedDigest } from "@/lib/x402/chain/authorization"
import { BATCH_SETTLEMENT, DEPOSIT_COLLECTOR } from "@/lib/domain/batch-settlement"
import { hashOfText, keccak256 } from "@/lib/x402/chain/crypto"
import { hexWord, numberWord } from "@/lib/x402/chain/words"
import type { ChannelConfig, Deposit } from "./channel-config"

const CONFIG_TYPE = hashOfText(
  "ChannelConfig(address payer,address payerAuthorizer,address receiver,address receiverAuthorizer,address token,uint40 withdrawDelay,bytes32 salt)",
)
const VOUCHER_TYPE = hashOfText("Voucher(bytes32 channelId,uint128 maxClaimableAmount)")
const REFUND_TYPE = hashOfText("Refund(bytes32 channelId,uint256 nonce,uint128 amount)")
const CLAIM_ENTRY = "ClaimEntry(bytes32 channelId,uint128 maxClaimableAmount,uint128 totalClaimed)"
const CLAIM_ENTRY_TYPE = hashOfText(CLAIM_ENTRY)
const CLAIM_BATCH_TYPE = hashOfText(`ClaimBatch(ClaimEntry[] claims)${CLAIM_ENTRY}`)
const RECEIVE_TYPE = hashOfText(
  "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)",
)

export type ClaimEntry = {
  readonly channelId: `0x${string}`
  readonly voucherTotal: bigint
  readonly totalClaimed: bigint
}

/** The 32-byte digests (EIP-712) of the x402BatchSettlement contract and of deposits into it. */
export type ChannelDigests = {
  channelId(config: ChannelConfig): `0x${string}`
  voucher(channelId: `0x${string}`, total: bigint): `0x${string}`
  refund(channelId: `0x${string}`, nonce: bigint, amount: bigint): `0x${string}`
  claimBatch(entries: readonly ClaimEntry[]): `0x${string}`
  /** The digest that the payer signs for the deposit: EIP-3009 `ReceiveWithAuthorization` to the collector. */
  deposit(channelId: `0x${string}`, payer: `0x${string}`, deposit: Deposit): `0x${string}`
}

/** @see https://github.com/x402-foundation/x402/blob/main/specs/schemes/batch-settlement/scheme_batch_settlement_evm.md */
export function channelDigests(token: TokenDomain): ChannelDigests {
  const { chainId } = token
  const contract = {
    name: "x402 Batch Settlement",
    version: "1",
    chainId,
    verifyingContract: BATCH_SETTLEMENT,
  } as const
  const separator = domainSeparator(contract)
  const tokenSeparator = domainSeparator(token)
  return {
    channelId: (config) =>
      typedDigest(separator, [
        hexWord(CONFIG_TYPE),
        hexWord(config.payer),
        hexWord(config.payerAuthorizer),
        hexWord(config.receiver),
        hexWord(config.receiverAuthorizer),
        hexWord(config.token),
        numberWord(config.withdrawDelayS),
        hexWord(config.salt),
      ]),
    voucher: (channelId, total) =>
      typedDigest(separator, [hexWord(VOUCHER_TYPE), hexWord(channelId), numberWord(total)]),
    refund: (channelId, nonce, amount) =>
      typedDigest(separator, [hexWord(REFUND_TYPE), hexWord(channelId), numberWord(nonce), numberWord(amount)]),
    claimBatch: (entries) => typedDigest(separator, [hexWord(CLAIM_BATCH_TYPE), hexWord(hashOfEntries(entries))]),
    deposit: (channelId, payer, { amount, validAfterS, validBeforeS, salt }) =>
      typedDigest(tokenSeparator, [
        hexWord(RECEIVE_TYPE),
        hexWord(payer),
        hexWord(DEPOSIT_COLLECTOR),
        numberWord(amount),
        numberWord(validAfterS),
        numberWord(validBeforeS),
        hexWord(depositNonce(channelId, salt)),
      ]),
  }
}

/** The EIP-3009 nonce of a deposit. */
export function depositNonce(channelId: `0x${string}`, salt: `0x${string}`): `0x${string}` {
  return keccak256(`0x${hexWord(channelId)}${hexWord(salt)}`)
}

function hashOfEntries(entries: readonly ClaimEntry[]): `0x${string}` {
  const hashes = entries.map(({ channelId, voucherTotal, totalClaimed }) => {
    const words = [hexWord(CLAIM_ENTRY_TYPE), hexWord(channelId), numberWord(voucherTotal), numberWord(totalClaimed)]
    return hexWord(keccak256(`0x${words.join("")}`))
  })
  return keccak256(`0x${hashes.join("")}`)
}
