import type { ChannelDigests } from "@/lib/x402/chain/channels/channel-digests"
import type { Deposit, Voucher } from "@/lib/x402/chain/channels/channel-config"
import { recoverSigner } from "@/lib/x402/chain/crypto"
import { sameAddress } from "@/lib/x402/chain/usdc-contract"
import type { Usdc } from "@/lib/domain/usdc"
import type { Channel } from "@/lib/x402/ledger/channels/channel"
import { EXPIRY_MARGIN_S, MAX_WINDOW_S, matchesOffer } from "@/lib/x402/gate/verify-authorization"
import type { ChannelPayment } from "@/lib/x402/wire/channel-payloads"
import type { PaymentReason } from "@/lib/x402/wire/reason"
import { minDepositFor, type Offer, type PaymentTerms, type SessionTerms } from "@/lib/x402/wire/requirements"

const MIN_WITHDRAW_DELAY_S = 900
const MAX_WITHDRAW_DELAY_S = 2_592_000
/** A window may be longer by this, because the clocks of payers differ. */
const CLOCK_SKEW_S = 60

export type ChannelTerms = {
  readonly offer: Offer
  readonly terms: PaymentTerms
  readonly sessions: SessionTerms
  readonly nowMs: number
}

/** Checks that need neither signatures, ledger nor chain, cheapest first. `null` when the payment matches the offer. */
export function checkChannel(
  payment: ChannelPayment,
  offered: ChannelTerms,
  digests: ChannelDigests,
): PaymentReason | null {
  const { accepted, config, voucher } = payment
  const { terms, sessions } = offered
  if (payment.network !== terms.network) return "invalid_batch_settlement_evm_network_mismatch"
  if (!sameAddress(accepted.asset, terms.asset) || !sameAddress(config.token, terms.asset)) {
    return "invalid_batch_settlement_evm_token_mismatch"
  }
  if (!sameAddress(config.receiverAuthorizer, sessions.receiverAuthorizer)) {
    return "invalid_batch_settlement_evm_receiver_authorizer_mismatch"
  }
  const reason = payment.type === "refund" ? null : checkPurchase(payment, offered)
  if (reason !== null) return reason
  // A channel without this key is verified by a contract, which may change its result later.
  if (BigInt(config.payerAuthorizer) === 0n) return "invalid_batch_settlement_evm_voucher_signature"
  if (digests.channelId(config) !== voucher.channelId) return "invalid_batch_settlement_evm_channel_id_mismatch"
  // The price has changed since the client read the offer. The client continues with the new price.
  const isPrice = payment.type === "refund" || accepted.amount === offered.offer.contract.price.toString()
  if (!isPrice) return "invalid_batch_settlement_evm_cumulative_amount_mismatch"
  return payment.type === "deposit" ? checkDeposit(payment.deposit, offered) : null
}

/** A refund may come from a channel of earlier terms. */
function checkPurchase(payment: ChannelPayment, { offer, terms, sessions }: ChannelTerms): PaymentReason | null {
  const { accepted, config, resourceUrl } = payment
  if (!sameAddress(accepted.payTo, terms.payTo) || !sameAddress(config.receiver, terms.payTo)) {
    return "invalid_batch_settlement_evm_receiver_mismatch"
  }
  const delayS = config.withdrawDelayS
  if (delayS < MIN_WITHDRAW_DELAY_S || delayS > MAX_WITHDRAW_DELAY_S) {
    return "invalid_batch_settlement_evm_withdraw_delay_out_of_range"
  }
  if (delayS !== sessions.withdrawDelayS) return "invalid_batch_settlement_evm_withdraw_delay_mismatch"
  return resourceUrl !== null && !matchesOffer(resourceUrl, offer) ? "payment_resource_mismatch" : null
}

function checkDeposit(deposit: Deposit, { offer, sessions, nowMs }: ChannelTerms): PaymentReason | null {
  if (deposit.amount < minDepositFor(sessions, offer.contract.price)) {
    return "invalid_batch_settlement_evm_deposit_below_min_deposit"
  }
  const nowS = Math.floor(nowMs / 1000)
  if (deposit.validAfterS >= nowS) return "invalid_batch_settlement_evm_payload_authorization_valid_after"
  const isValid =
    deposit.validBeforeS > nowS + EXPIRY_MARGIN_S && deposit.validBeforeS <= nowS + MAX_WINDOW_S + CLOCK_SKEW_S
  return isValid ? null : "invalid_batch_settlement_evm_payload_authorization_valid_before"
}

/** Whether the session's key signed a voucher. Malleated signatures do not count. */
export function isSignedVoucher(voucher: Voucher, signer: `0x${string}`, digests: ChannelDigests): boolean {
  return recoverSigner(digests.voucher(voucher.channelId, voucher.total), voucher.signature) === signer
}

/**
 * - `next`: the total is the charged amount plus the price;
 * - `ahead`: the total is higher, because an earlier voucher has not arrived yet;
 * - `behind`: the total is lower: it was charged already, or can never be charged.
 */
export type VoucherOrder = "next" | "ahead" | "behind"

export function voucherOrder(total: bigint, charged: bigint, price: Usdc): VoucherOrder {
  const next = charged + price
  return total === next ? "next" : total > next ? "ahead" : "behind"
}

/**
 * Whether the payer has announced a withdrawal. Nothing is sold to such a channel: a claim may come too late, and each
 * further voucher would need a claim of its own.
 */
export function isWithdrawing({ onChain }: Pick<Channel, "onChain">): boolean {
  return onChain.withdrawRequestedS > 0
}

/** How old the mirror of a channel may be: a withdrawal must be seen long before its end. */
export function mirrorLifetimeMs(withdrawDelayS: number): number {
  return Math.min(300_000, Math.max(30_000, Math.floor((withdrawDelayS * 1000) / 3)))
}
