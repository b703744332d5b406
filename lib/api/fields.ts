import { DIRECTIONS } from "@/lib/domain/signals/direction"
import { z } from "zod"
import { COINS } from "@/lib/domain/market/coin"

/** Field schemas that several endpoints share. Their descriptions appear in OpenAPI. */

export const NoParams = z.object({})

export const CoinParam = z.enum(COINS).describe("Coin symbol.")

/** A coin in a path. People type it in lower case too; the canonical URL has upper case. */
export const CoinPathParam = z
  .preprocess((value) => (typeof value === "string" ? value.toUpperCase() : value), CoinParam)
  .describe("Coin symbol.")

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

/** The price that levels and ranges belong to, and the move since then. */
export const PriceOfRecord = {
  price_of_record: z
    .number()
    .positive()
    .optional()
    .describe("The 4h close of the call, as sealed in the record. Levels and ranges belong to it. US dollars."),
  decided_at: DateTime.optional().describe("Time of that close."),
  price_moved_pct: z.number().optional().describe("Move from `price_of_record` to `price`, percent."),
}

/** The market of an answer, where `mode` alone would mislead. */
export const MarketLabel = {
  market: z
    .literal("live")
    .optional()
    .describe("In a sandbox that reads real providers: the data is real, the money is not. Absent otherwise."),
}

/** Metadata of every paid answer, beside the fields of the specification. */
export const Meta = z.object({
  as_of: DateTime.describe("Time of the oldest input of this answer."),
  mode: z
    .enum(["sandbox", "live"])
    .describe("sandbox: a simulated market, unless `market` is live. Never trade on it."),
  ...MarketLabel,
  method_version: z.string().describe("Changes whenever a parameter of the method changes."),
  sources: z.array(Source),
  abstaining: z
    .array(z.object({ indicator: z.string(), reason: z.string() }))
    .describe("Indicators without a vote, and why. They are not counted in votes.total."),
  degraded: z.array(z.string()).describe("Inputs that are missing or weaker than usual. Empty: none."),
  disclaimer: z.string(),
})

/** Metadata of answers that are computed from one coin's call. */
export const CallMeta = Meta.extend({
  sealed: z
    .object({ id: z.string(), commitment: z.string() })
    .nullish()
    .describe(
      "The sealed call that this answer was computed from. Its commitment is already in /record; the record is revealed a day " +
        "after the call and can be compared with the answer. null: the close is not sealed yet.",
    ),
})
