import { z } from "zod"
import { STEPS } from "./fault-injection"

/** The arguments of one server process. */
export const ProcessArgs = z.object({
  rpcUrl: z.string(),
  /** A file of its own, or a schema that it shares with other processes. */
  database: z.union([z.string(), z.object({ url: z.string(), schema: z.string() })]),
  settlerPrivateKey: z.templateLiteral(["0x", z.string()]),
  /** Signs and sends for sessions. */
  sessionPrivateKey: z.templateLiteral(["0x", z.string()]),
  /** Values of `X-PAYMENT`. */
  payments: z.array(z.string()),
  /** Factories that may deploy a payer's wallet. */
  factories: z.array(z.templateLiteral(["0x", z.string()])),
  kill: z.object({ step: z.enum(STEPS), side: z.enum(["before", "after"]), occurrence: z.number() }).nullable(),
  dieAfterMs: z.number().nullable(),
  /** Keeps settling for other processes after the last payer, until SIGTERM. */
  keepsRunning: z.boolean().default(false),
  faults: z.object({
    lost: z.number(),
    unanswered: z.number(),
    wrongReceipts: z.number(),
    delayMs: z.number(),
    full: z.number(),
  }),
  seed: z.number(),
  /** The facilitator of a catalogue, to which every sale may go. */
  listingUrl: z.string().nullable().default(null),
})

export type ProcessArgs = z.input<typeof ProcessArgs>

/** One response that a payer received. */
export const Observation = z.object({
  index: z.number(),
  kind: z.enum(["delivered", "refused", "pending", "failed"]),
  body: z.string().nullable(),
  transaction: z.string().nullable(),
  /** The reason of a refusal; `null` for other outcomes. */
  reason: z.string().nullable(),
})
