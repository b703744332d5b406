import { z } from "zod"

/** A purchase with its answer, stored in this browser. */
export const Receipt = z.object({
  /** Nonce of the authorization that paid, or random for a payment from a session. A part of a brief adds `/<item>`. */
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
  /** The payment headers as sent and received; `null` once removed to make room. */
  headers: z.object({ required: z.string(), signature: z.string(), response: z.string().nullable() }).nullable(),
  body: z.unknown(),
  /** When the answer was computed, by this browser's clock; absent: at delivery. */
  answeredAtMs: z.number().optional(),
  /** Commitment of the bought version, or a prefix; absent when not certain. */
  commitment: z.string().optional(),
  /** Number of the version, if the answer named it. */
  version: z.number().optional(),
  /** The sign-in that redelivered the answer; `id` is the id of its trace. */
  fetched: z.object({ id: z.string(), atMs: z.number() }).optional(),
  /** The channel that paid; absent for a payment by transfer. */
  channelId: z.string().optional(),
  /** Path of the brief that was paid for; absent for an answer that was bought on its own. */
  brief: z.string().optional(),
  /** Bought in another browser and redelivered here, so there are no payment headers. */
  elsewhere: z.literal(true).optional(),
})
export type Receipt = z.output<typeof Receipt>
