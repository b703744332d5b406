/** Why a payment by a channel was refused: the codes of the x402 scheme "batch-settlement". */
export const channelReasons = {
  invalid_batch_settlement_evm_network_mismatch: "The payment names another network.",
  invalid_batch_settlement_evm_token_mismatch: "The channel is in another token.",
  invalid_batch_settlement_evm_receiver_mismatch: "The channel pays another receiver.",
  invalid_batch_settlement_evm_receiver_authorizer_mismatch:
    "The channel has another receiverAuthorizer than the offer. Open a channel with the one in accepts.",
  invalid_batch_settlement_evm_withdraw_delay_mismatch: "The channel has another withdrawDelay than the offer.",
  invalid_batch_settlement_evm_withdraw_delay_out_of_range: "withdrawDelay must be from 900 to 2592000 seconds.",
  invalid_batch_settlement_evm_channel_id_mismatch: "The voucher's channelId is not the hash of channelConfig.",
  invalid_batch_settlement_evm_channel_not_found: "This channel holds no deposit. Send one with the first voucher.",
  invalid_batch_settlement_evm_channel_busy:
    "The channel is being refunded, its withdrawal is too near to be claimed before, or its deposit is not in a block yet. " +
    "Nothing was charged.",
  invalid_batch_settlement_evm_voucher_signature:
    "The voucher is not signed by payerAuthorizer. It must be the address of a key, not of a contract and not zero.",
  invalid_batch_settlement_evm_cumulative_amount_mismatch:
    "A voucher must name what was charged so far plus the price, and for a refund what was charged so far. channelState and " +
    "voucherState in accepts say what was charged. Without voucherState the voucher proves nothing, because a claim has published " +
    "it: sign totalClaimed of channelState, plus the price unless for a refund, or repeat the request with SIGN-IN-WITH-X.",
  invalid_batch_settlement_evm_cumulative_below_claimed: "The voucher names no more than was claimed already.",
  invalid_batch_settlement_evm_cumulative_exceeds_balance:
    "The channel does not hold enough for this voucher. Deposit more: channelState in accepts has its balance.",
  invalid_batch_settlement_evm_deposit_below_min_deposit: "The deposit is below minDeposit of the offer.",
  invalid_batch_settlement_evm_erc3009_authorization_required:
    "This deposit method is not accepted. Sign an EIP-3009 ReceiveWithAuthorization.",
  invalid_batch_settlement_evm_receive_authorization_signature:
    "The payer did not sign this deposit: a ReceiveWithAuthorization to the collector, with the hash of channelId and " +
    "salt as nonce.",
  invalid_batch_settlement_evm_eip6492_factory_not_allowed:
    "The payer's smart wallet is not deployed yet. Deploy it before the first deposit.",
  invalid_batch_settlement_evm_payload_authorization_valid_after:
    "The deposit is not valid yet. The Date header of this response has the server's time.",
  invalid_batch_settlement_evm_payload_authorization_valid_before:
    "The deposit has expired, expires within seconds, or is valid for longer than a day. The Date header of this " +
    "response has the server's time.",
  invalid_batch_settlement_evm_insufficient_balance: "The payer holds less USDC than the deposit.",
  invalid_batch_settlement_evm_deposit_simulation_failed: "The settlement contract would refuse the deposit.",
  invalid_batch_settlement_evm_deposit_transaction_failed:
    "The deposit was sent and failed on the chain. No money moved. Sign a new one.",
  invalid_batch_settlement_evm_refund_no_balance: "Nothing is left to refund.",
  invalid_batch_settlement_evm_refund_amount_invalid:
    "The refund must be at least 0.10 USDC and at most what is left. Leave amount out to end the session: then all that is left is " +
    "refunded, however little it is.",
  invalid_batch_settlement_evm_refund_too_soon:
    "A part of the deposit is refunded only after purchases of 0.10 USDC since the last refund, because a refund costs gas. End the " +
    "session with a refund without amount, or withdraw with the wallet: initiateWithdraw and finalizeWithdraw.",
  invalid_batch_settlement_evm_refund_transaction_failed:
    "The refund was sent and failed on the chain. No money moved. Withdraw with the wallet: initiateWithdraw, and finalizeWithdraw " +
    "after withdrawDelay.",
} as const satisfies Record<`invalid_batch_settlement_evm_${string}`, string>

export type ChannelReason = keyof typeof channelReasons

/**
 * Whether a client corrects its idea of the channel after this refusal and pays again. The official client does so only when the
 * response has no `PAYMENT-RESPONSE`.
 */
export function isCorrective(reason: string): boolean {
  return (
    reason === "invalid_batch_settlement_evm_cumulative_amount_mismatch" ||
    reason === "invalid_batch_settlement_evm_cumulative_below_claimed"
  )
}
