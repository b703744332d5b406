import { z } from "zod"
import { COINS } from "@/lib/domain/market/coin"
import { DIRECTIONS } from "@/lib/domain/signals/direction"
import { INPUT_NAMES } from "@/lib/domain/signals/market-inputs"

const Sigmas = { sigma24h: z.number(), sigma7d: z.number() }
const Range = z.looseObject({ low: z.number(), high: z.number() })

/** What options implied is the only input of the comparison. The rest follows from it and is compared. */
const Compared = z.looseObject({
  forecast: z.looseObject(Sigmas),
  options: z.looseObject({ ...Sigmas, source: z.string(), asOfMs: z.number(), day: Range, week: Range }),
})

/** Our odds of a sealed question follow from the inputs, so they are compared and not taken from here. */
const Markets = z.looseObject({
  source: z.string(),
  asOfMs: z.number(),
  questions: z.array(
    z.looseObject({
      ticker: z.string(),
      kind: z.enum(["touch", "close"]),
      side: z.enum(["above", "below"]),
      levelUsd: z.number(),
      untilMs: z.number(),
      market: z.number(),
      forecast: z.number(),
    }),
  ),
})

/** Facts with everything that a call is made again from. */
export const CallFacts = z.looseObject({
  id: z.string(),
  coin: z.enum(COINS),
  decisionTimeMs: z.number(),
  sealedAtMs: z.number(),
  previousDirection: z.enum(DIRECTIONS).nullable(),
  source: z.string(),
  priceUsd: z.number(),
  methodVersion: z.string(),
  compared: Compared.exactOptional(),
  markets: Markets.exactOptional(),
  touch: z.unknown().optional(),
  regime: z.unknown().optional(),
  inputs: z.array(
    z.object({ name: z.enum(INPUT_NAMES), source: z.string(), asOfMs: z.number(), sha256: z.string().nullable() }),
  ),
})

export type CallFacts = z.output<typeof CallFacts>
