import { MINUTE_MS } from "@/lib/domain/utc-day"
import type { Attempt } from "./attempt"
import { isSessionPayment } from "./is-session-payment"

/** The price of the answer, in atomic units. A deposit pays for one answer, too. */
export function amountOf(attempt: Pick<Attempt, "payload">): bigint {
  const { payload } = attempt
  return BigInt(isSessionPayment(payload) ? payload.accepted.amount : payload.payload.authorization.value)
}

export function payerOf({ payload }: Pick<Attempt, "payload">): string {
  return isSessionPayment(payload) ? payload.payload.channelConfig.payer : payload.payload.authorization.from
}

/** The products that a payment buys: those of its parts for a brief. */
export function productIdsOf({ productId, parts }: Pick<Attempt, "productId" | "parts">): readonly string[] {
  return parts?.map(({ id }) => id) ?? [productId]
}

/** A voucher itself does not expire, but the service returns its answer again for some minutes only. */
const VOUCHER_LIFETIME_MS = 10 * MINUTE_MS

/** When the payment expires, by this browser's clock. */
export function expiresAtMs({ payload, signedAtMs, aheadMs }: Attempt): number {
  if (!isSessionPayment(payload)) return Number(payload.payload.authorization.validBefore) * 1000 + aheadMs
  if (payload.payload.type !== "deposit") return signedAtMs + VOUCHER_LIFETIME_MS
  return Number(payload.payload.deposit.authorization.erc3009Authorization.validBefore) * 1000 + aheadMs
}
