import { z } from "zod"
import { PaymentPayload } from "./wire"

/** A product whose answer is part of a brief. */
export const BriefPart = z.object({ id: z.string(), title: z.string(), path: z.string() })
export type BriefPart = z.output<typeof BriefPart>

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
  /** The products whose answers a brief contains; absent for one answer. */
  parts: z.array(BriefPart).readonly().optional(),
  payload: PaymentPayload,
  requiredHeader: z.string(),
  startedAtMs: z.number(),
  /** When the wallet returned the signature. */
  signedAtMs: z.number(),
  /** How far this browser's clock was ahead of the service's clock. */
  aheadMs: z.number().default(0),
})
export type Attempt = z.output<typeof Attempt>
