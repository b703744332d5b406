import { z } from "zod"
import { PaymentPayload } from "./wire"

/**
 * A signed payment on its way. Stored before it is sent, so that whatever happens to the page, the same payment can be
 * presented again and nobody has to sign twice.
 */
export const Attempt = z.object({
  /** The nonce of the authorization. */
  id: z.string(),
  /** `signal:BTC` */
  productId: z.string(),
  /** `BTC signal`; absent in what an older page has stored. */
  title: z.string().optional(),
  path: z.string(),
  payload: PaymentPayload,
  requiredHeader: z.string(),
  startedAtMs: z.number(),
  /** When the signature came back from the wallet. */
  signedAtMs: z.number(),
  /** How far this browser's clock was ahead of the service's, which the authorization goes by. */
  aheadMs: z.number().default(0),
})
export type Attempt = z.output<typeof Attempt>

export function amountOf(attempt: Attempt): bigint {
  return BigInt(attempt.payload.payload.authorization.value)
}

/** The instant at which the chain stops accepting the authorization, by this browser's clock. */
export function expiresAtMs(attempt: Attempt): number {
  return Number(attempt.payload.payload.authorization.validBefore) * 1000 + attempt.aheadMs
}
