import type { Usdc } from "@/lib/domain/usdc"
import type { Channel } from "@/lib/x402/ledger/channels/channel"
import type { Answer } from "@/lib/x402/ledger/payment"
import type { PaymentReason } from "@/lib/x402/wire/reason"

/** A channel as a response shows it. `charged`: `null` for a sender who has not proved the key. */
export type ShownChannel = Pick<Channel, "id" | "onChain" | "voucher"> & { readonly charged: bigint | null }

/**
 * - `charged`: the answer, and the channel after the charge. `deposit`: the transaction that brought the money, with
 *   its amount;
 * - `refunded`: money went back to the payer;
 * - `refused`: not charged. `channel`: its current state, when the channel is known;
 * - `pending`: a deposit or refund is pending, or the ledger did not answer. The client may repeat the same request;
 * - `failed`: the service failed; not charged.
 */
export type SessionOutcome = Ended | Refused<ShownChannel>

/** The outcome inside the gate, which shows a refused sender only what the sender may see. */
export type InternalOutcome = Ended | Refused<Channel>

type Refused<Known> = {
  readonly kind: "refused"
  readonly reason: PaymentReason
  readonly payer: `0x${string}`
  readonly channel: Known | null
}

type Ended =
  | {
      readonly kind: "charged"
      readonly answer: Answer
      readonly channel: ShownChannel
      readonly payer: `0x${string}`
      readonly amount: Usdc
      readonly deposit: { readonly transaction: `0x${string}`; readonly amount: bigint } | null
      readonly soldAtMs: number
    }
  | {
      readonly kind: "refunded"
      readonly channel: ShownChannel
      readonly payer: `0x${string}`
      readonly amount: bigint
      readonly transaction: `0x${string}`
    }
  | {
      readonly kind: "pending"
      readonly transaction: `0x${string}` | null
      readonly payer: `0x${string}`
      readonly cause: unknown
    }
  | { readonly kind: "failed"; readonly cause: unknown }
