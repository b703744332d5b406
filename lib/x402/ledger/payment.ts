import type { Authorization } from "@/lib/x402/chain/authorization"

export type { Authorization }

/** The resource that a proof buys, and the chain on which it pays. */
export type Purchase = {
  readonly network: string
  readonly asset: `0x${string}`
  /** `GET /api/signal/BTC`: method, path and canonical query. */
  readonly resource: string
  /** Catalogue id, for reports. */
  readonly endpoint: string
  readonly authorization: Authorization
}

/**
 * The states of a payment. Money can move in `sent` only.
 *
 *     claimed ─▶ answered ─▶ sent ─▶ settled
 *        │          │          └───▶ refused   the chain refused it; nothing moved
 *        └──────────┴──────────────▶ released  nothing was sent; the proof is unused
 *
 * `released` and `refused` may be claimed again, for any resource: the proof was not spent.
 */
export type PaymentState = "claimed" | "answered" | "sent" | "settled" | "released" | "refused"

/** The exact bytes that were sold. */
export type Answer = { readonly body: string; readonly etag: string | null }

export type Payment = Purchase & {
  readonly id: string
  readonly state: PaymentState
  readonly answer: Answer | null
  readonly transaction: `0x${string}` | null
  readonly reason: string | null
  readonly claimedUntilMs: number
  /** When the answer was stored; it never changes after delivery. */
  readonly answeredAtMs: number | null
  readonly settledAtMs: number | null
}

/** The part of a payment that a settlement transaction needs. */
export type PaymentToSettle = Pick<Payment, "id" | "authorization">

/** One proof is one row: the token contract spends `(payer, nonce)` at most once. */
export function paymentId({
  network,
  asset,
  authorization,
}: Pick<Purchase, "network" | "asset" | "authorization">): string {
  const { from, nonce } = authorization
  return `${network}/${asset.toLowerCase()}/${from}/${nonce}`
}

/** Why a proof was released although its money has arrived. */
export const PAID_UNANSWERED = "answer_failed_paid"
