import { z } from "zod"
import { defineContract } from "@/lib/api/contract"
import { CoinParam, CoinPathParam, DateTime } from "@/lib/api/fields"
import { parseUsdc, type Usdc, usdc } from "@/lib/domain/usdc"
import { DAY_MS } from "@/lib/domain/utc-day"
import example from "./example.json" with { type: "json" }

export const MAX_HISTORY_DAYS = 31
const PRICE_PER_DAY = parseUsdc("0.01")

/** UTC days from the first to the last one, both included; 0 or less: the last one is before the first one. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

export function historyPrice(days: number): Usdc {
  return usdc(PRICE_PER_DAY * BigInt(days))
}

/** Every revealed call of some days with its forecast and its outcomes, for studies. */
export const historyContract = defineContract({
  id: "history",
  path: "/history/{coin}",
  price: historyPrice(1),
  priceRange: { min: historyPrice(1), max: historyPrice(MAX_HISTORY_DAYS) },
  title: "History",
  description:
    "Calls, odds, regimes, ranges, forecasts and outcomes of up to 31 days, a day old or older: $0.01 a day with calls.",
  details: "Whole UTC days, as JSON lines or CSV.",
  tags: ["track-record", "signals"],
  freshness: { changesWith: "4h", needs: [] },
  pathParams: z.object({ coin: CoinPathParam }),
  queryParams: z.object({
    from: z.iso.date().optional().describe("First UTC day. Absent: the last one alone."),
    to: z.iso
      .date()
      .optional()
      .describe(`Last UTC day. At most ${MAX_HISTORY_DAYS - 1} days later. Absent: the newest day that is sold.`),
    format: z.enum(["jsonl", "csv"]).default("jsonl"),
  }),
  response: z.object({
    coin: CoinParam,
    from: z.iso.date(),
    to: z.iso.date(),
    format: z.enum(["jsonl", "csv"]),
    days: z
      .array(z.iso.date())
      .describe("The days that were charged: whole UTC days with calls, all of them a day old."),
    rows: z.number().int().nonnegative(),
    columns: z
      .array(z.string())
      .describe("Names of the fields; absent values are null in JSON lines and empty in CSV."),
    data: z
      .string()
      .describe(
        "One line for each call, oldest first: id, times, kind (live_paper or replay), price, direction and odds, the stated 80% ranges, stop " +
          "and targets, forecast and options' volatility where they were sealed, and both outcomes where they are known. At 00:00 UTC also the regime " +
          "of the bitcoin market and touch odds: touch_level, p_touch and touched of three levels (0.5, 1 and 2 standard deviations) above and below the " +
          "price within 24h and 7d. daily_missing says why they are null. market_questions, where questions of a prediction market were sealed: " +
          "of each, after `; `, ticker, kind (close or touch), side, level, end, the market's probability, ours and the result (yes, no or open), " +
          "with spaces between.",
      ),
    withheld: z
      .array(z.object({ source: z.string(), columns: z.array(z.string()) }))
      .describe(
        "Sources whose terms forbid selling their data, each with the columns that are null because of it. `*`: calls that are left out.",
      ),
    next_from: z.iso
      .date()
      .describe("The day with which a next request continues, without a gap and without a call twice."),
    next_sold_at: DateTime.describe(
      "From this time on the day next_from is sold. Until then it costs nothing and is answered 503. While the record is behind: the next close.",
    ),
    timestamp: DateTime,
  }),
  // Without days, so that the example can be bought wherever a day is sold.
  exampleParams: { coin: "BTC" },
  example,
})
