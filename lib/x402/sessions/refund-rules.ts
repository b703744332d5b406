import { usdc } from "@/lib/domain/usdc"
import {
  type Channel,
  type ChannelOperation,
  coveredTotal,
  refundOperationId,
} from "@/lib/x402/ledger/channels/channel"
import type { PaymentReason } from "@/lib/x402/wire/reason"

/**
 * The least part of a deposit that is refunded, and what a channel must have bought since its last refund for it. The gas of a
 * refund costs up to 0.02 at the ceiling of the fee, so a payer of many refunds spends at least five times that.
 */
export const MIN_PART_REFUND = usdc(100_000n)

type AskedRefund = {
  readonly asked: bigint
  readonly left: bigint
  /** The newest refund of the channel. */
  readonly last: ChannelOperation | null
}

/**
 * Why a refund is not sent; `null` when it is. Everything that is left is refunded at once: the next such refund needs a deposit,
 * which buys an answer. Only a refund that has failed on the chain is not sent again before the next purchase.
 */
export function refundProblem(channel: Channel, { asked, left, last }: AskedRefund): PaymentReason | null {
  if (asked === 0n || asked > left) return AMOUNT_INVALID
  const paid = channel.charged - channel.refundCharged
  const isOfThisNonce = last?.id === refundOperationId(channel.id, channel.onChain.refundNonce)
  const isReverted = isOfThisNonce && last.state === "failed" && last.transaction !== null
  if (asked === left) return isReverted && paid <= 0n ? FAILED : null
  // A part is refunded without a claim, so refunds that were signed before could take charges.
  if (asked < MIN_PART_REFUND || channel.charged + asked > coveredTotal(channel)) return AMOUNT_INVALID
  return paid < MIN_PART_REFUND ? "invalid_batch_settlement_evm_refund_too_soon" : null
}

const AMOUNT_INVALID = "invalid_batch_settlement_evm_refund_amount_invalid"
const FAILED = "invalid_batch_settlement_evm_refund_transaction_failed"
