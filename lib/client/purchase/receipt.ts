import { z } from "zod"

/** What was bought, for how much, by whom, and the answer itself. Kept in this browser. */
export const Receipt = z.object({
  /** The nonce of the authorization that paid. */
  id: z.string(),
  productId: z.string(),
  /** `BTC signal` */
  title: z.string(),
  path: z.string(),
  amount: z.string().regex(/^\d+$/).describe("Atomic units."),
  asset: z.string(),
  network: z.string(),
  payer: z.string(),
  payTo: z.string(),
  transaction: z.string().nullable(),
  startedAtMs: z.number(),
  signedAtMs: z.number(),
  deliveredAtMs: z.number(),
  /** The headers of the trace as they were on the wire; `null` once they made room for newer purchases. */
  headers: z.object({ required: z.string(), signature: z.string(), response: z.string().nullable() }).nullable(),
  body: z.unknown(),
  /** When the answer was made, by this browser's clock; absent: when it was delivered. */
  answeredAtMs: z.number().optional(),
  /** Commitment of the version that was bought, where that is certain, or its beginning. */
  commitment: z.string().optional(),
  /** Its number, where the answer named it. */
  version: z.number().optional(),
  /** The sign-in that fetched the answer again, free, after this browser had not kept it; `id` is of its notes. */
  fetched: z.object({ id: z.string(), atMs: z.number() }).optional(),
  /** Bought with the same wallet in another browser: known from the sign-in, so that there are no headers of it. */
  elsewhere: z.literal(true).optional(),
})
export type Receipt = z.output<typeof Receipt>
