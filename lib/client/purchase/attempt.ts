import { z } from "zod"
import { MINUTE_MS } from "@/lib/domain/utc-day"
import { isSessionPayment, PaymentPayload } from "./wire"

/**
 * A signed payment without an answer. Stored before it is sent, so that the same payment can be presented again after
 * any failure and nobody signs twice.
 */
export const Attempt = z.object({
  /** Nonce of the authorization, or random for a payment from a session. */
  id: z.string(),
  /** `signal:BTC` */
  productId: z.string(),
  /** `BTC signal`; absent in entries of older pages. */
  title: z.string().optional(),
  path: z.string(),
  payload: PaymentPayload,
  requiredHeader: z.string(),
  startedAtMs: z.number(),
  /** When the wallet returned the signature. */
  signedAtMs: z.number(),
  /** How far this browser's clock was ahead of the service's clock. */
  aheadMs: z.number().default(0),
})
export type Attempt = z.output<typeof Attempt>

/** What the answer costs, in atomic units. A deposit pays for one answer, too. */
export function amountOf(attempt: Pick<Attempt, "payload">): bigint {
  const { payload } = attempt
  return BigInt(isSessionPayment(payload) ? payload.accepted.amount : payload.payload.authorization.value)
}

export function payerOf({ payload }: Pick<Attempt, "payload">): string {
  return isSessionPayment(payload) ? payload.payload.channelConfig.payer : payload.payload.authorization.from
}

/** A voucher itself does not expire, but the service returns its answer again for some minutes only. */
const VOUCHER_LIFETIME_MS = 10 * MINUTE_MS

/** When the payment expires, by this browser's clock. */
export function expiresAtMs({ payload, signedAtMs, aheadMs }: Attempt): number {
  if (!isSessionPayment(payload)) return Number(payload.payload.authorization.validBefore) * 1000 + aheadMs
  if (payload.payload.type !== "deposit") return signedAtMs + VOUCHER_LIFETIME_MS
  return Number(payload.payload.deposit.authorization.erc3009Authorization.validBefore) * 1000 + aheadMs
}
