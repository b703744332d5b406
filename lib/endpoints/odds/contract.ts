import { z } from "zod"
import { parseUsdc } from "@/lib/domain/usdc"
import { defineContract } from "@/lib/api/contract"
import { CallMeta, CoinParam, CoinPathParam, DateTime, PriceOfRecord } from "@/lib/api/fields"
import { callFreshness } from "@/lib/api/freshness"
import { Forecast } from "@/lib/api/now-fields"
import { integerParam } from "@/lib/api/number-param"
import example from "./example.json" with { type: "json" }
import { MARKETS_MISSING, MarketOdds } from "./market-fields"

export const MAX_ODDS_LEVELS = 5
export const MAX_ODDS_HOURS = 720

const Probability = z.number().min(0).max(1)

/** A price above zero; `1e5`, `NaN` and negative numbers are not in this form. */
const LEVEL = /^\d{1,12}(?:\.\d{1,20})?$/

const Levels = z
  .string()
  .max(200)
  .transform((text, context) => {
    const parts = text.split(/, ?/)
    const problem = problemOf(parts)
    if (problem === null) return parts.map(Number)
    context.addIssue({ code: "custom", message: problem })
    return z.NEVER
  })
  .meta({ type: "string" })
  .describe(
    `1 to ${MAX_ODDS_LEVELS} prices in US dollars, comma separated. Each is between 1/100 and 100 times the price, beside one near it between 1/10 and 10; the parameter can also be repeated.`,
  )

function problemOf(parts: readonly string[]): string | null {
  if (parts.length > MAX_ODDS_LEVELS) return `names more than ${MAX_ODDS_LEVELS} levels`
  const wrong = parts.find((part) => !LEVEL.test(part) || Number(part) === 0)
  if (wrong !== undefined) return `"${wrong.slice(0, 40)}" is not a price above zero`
  const levels = parts.map(Number)
  const repeated = levels.find((level, index) => levels.indexOf(level) < index)
  return repeated === undefined ? null : `names ${repeated} more than once`
}

const Level = z.object({
  level: z.number().positive().describe("US dollars."),
  side: z.enum(["above", "below"]).describe("Whether the level is above or below `price`."),
  distance_pct: z.number().describe("Distance from `price`, percent. Negative: below the price."),
  p_touch: Probability.describe("Probability that the price touches the level before `until`."),
  p_close_beyond: Probability.describe(
    "Probability that the price is beyond the level at `until`. Never above `p_touch`.",
  ),
  measured: z
    .object({
      hours: z.number().int().positive().describe("The nearest horizon that was measured."),
      p_touch_from: Probability.describe(
        "Lower bound of the cell: levels on this side with touch odds from this value",
      ),
      p_touch_to: Probability.describe("Upper bound of the cell: up to this value."),
      n: z.number().int().positive().describe("Levels in the cell. Their windows overlap."),
      touch_error: z
        .number()
        .min(-1)
        .max(1)
        .describe("Mean of the stated odds of a touch minus the observed frequency."),
      close_error: z.number().min(-1).max(1).describe("The same for closing beyond."),
    })
    .nullable()
    .describe("How far such odds were off on closes after the fit, see `measured_on`. null: too few such levels."),
})

/** The odds of any price level within any number of hours, from the price of now. */
export const oddsContract = defineContract({
  id: "odds",
  path: "/odds/{coin}",
  price: parseUsdc("0.02"),
  title: "Odds of a level",
  description:
    "Probability of touching and of closing beyond up to 5 prices within 1 to 720 hours, beside prediction markets.",
  tags: ["risk", "trading", "crypto"],
  freshness: { ...callFreshness, changesWith: "price" },
  lists: ["level"],
  pathParams: z.object({ coin: CoinPathParam }),
  queryParams: z.object({
    level: Levels,
    hours: integerParam({ min: 1, max: MAX_ODDS_HOURS }).default(24).describe("From now."),
  }),
  response: z.object({
    coin: CoinParam,
    price: z.number().positive().describe("Current price, US dollars. The odds are measured from it."),
    ...PriceOfRecord,
    hours: z.number().int().positive(),
    until: DateTime.describe("End of the horizon: `timestamp` plus `hours`."),
    sigma_pct: z.number().nonnegative().describe("Forecast standard deviation of the log return until then, percent."),
    levels: z.array(Level).min(1).max(MAX_ODDS_LEVELS).describe("In the order of the request."),
    markets: MarketOdds.nullable()
      .optional()
      .describe(
        "What prediction markets ask about this coin, with their prices, beside our odds of the same levels and ends. null: see " +
          "`markets_missing`. Absent in answers before 2026-11-28.",
      ),
    markets_missing: z
      .enum(MARKETS_MISSING)
      .nullable()
      .optional()
      .describe(
        "Why `markets` is null. terms: the provider's terms do not allow it here. not_known: no quotes within their maximum age.",
      ),
    measured_on: z
      .object({ coins: z.array(z.string()), from: z.iso.date(), until: z.iso.date(), note: z.string() })
      .describe("The closes on which the errors were measured. They were not used for the fit."),
    forecast: Forecast,
    timestamp: DateTime,
    meta: CallMeta,
  }),
  exampleParams: { coin: "ETH", level: "3400,3150", hours: "24" },
  example,
})
