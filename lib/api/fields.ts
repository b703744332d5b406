import { DIRECTIONS } from "@/lib/domain/signals/direction"
import { z } from "zod"
import { COINS } from "@/lib/domain/market/coin"

/** Field schemas that several endpoints share, each with the words that OpenAPI shows. */

export const NoParams = z.object({})

export const CoinParam = z.enum(COINS).describe("Coin symbol.")

export const DateTime = z.iso.datetime().describe("ISO 8601, UTC.")

export const Direction = z
  .enum(DIRECTIONS)
  .describe("Class of the vote score, from very bullish to very bearish. NEUTRAL: no clear direction.")

export const Vote = z.enum(["long", "short", "neutral"])

export const CategoryVote = z.enum(["LONG", "SHORT", "NEUTRAL", "UNAVAILABLE"])

export const Source = z.object({
  name: z.string().describe("Provider, as in the methodology."),
  as_of: DateTime.describe("Time of the content, not of the fetch."),
  age_s: z.number().int().nonnegative(),
})

/** What every paid answer says about itself. Additive: the fields of the specification stand beside it. */
export const Meta = z.object({
  as_of: DateTime.describe("The oldest input that this answer rests on."),
  mode: z.enum(["sandbox", "live"]).describe("sandbox: a simulated market. Never trade on it."),
  method_version: z.string().describe("Changes whenever a parameter of the method changes."),
  sources: z.array(Source),
  abstaining: z
    .array(z.object({ indicator: z.string(), reason: z.string() }))
    .describe("Indicators without a vote, and why. They are not counted in votes.total."),
  degraded: z.array(z.string()).describe("What is weaker than usual, in plain words. Empty when nothing is."),
  disclaimer: z.string(),
})

/** Of answers that come from one coin's call. */
export const CallMeta = Meta.extend({
  sealed: z
    .object({ id: z.string(), commitment: z.string() })
    .nullish()
    .describe(
      "The sealed call that this answer was made from. Its commitment stands in /record already; a day after the call " +
        "the record opens and can be compared with what you bought. null: the close is not sealed yet.",
    ),
})
