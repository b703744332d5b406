import { z } from "zod"
import { defineContract, type ResponseOf } from "@/lib/api/contract"
import { CoinParam, DateTime, Direction, NoParams } from "@/lib/api/fields"
import { integerParam } from "@/lib/api/number-param"
import { Count, Evidence, Horizon, HorizonParam, Interval95, Rate, TouchFigures } from "@/lib/api/record-fields"
import example from "./example.json" with { type: "json" }

const Call = z.object({
  id: z.string(),
  decided_at: DateTime,
  kind: z
    .enum(["live_paper", "replay"])
    .describe("live_paper: sealed within an hour of its close. replay: hypothetical, computed over history."),
  price: z.number().describe("Close at the decision, US dollars."),
  direction: Direction.nullable().describe("null until the call is a day old."),
  degraded: z
    .boolean()
    .nullable()
    .describe("Made from too few indicators, so it is counted separately. null until the call is a day old."),
  range: z
    .object({ low: z.number(), high: z.number() })
    .nullable()
    .describe("Range that was stated for the price after the horizon, US dollars. null until the call is a day old."),
  outcome: z
    .object({
      verdict: z
        .enum(["WIN", "LOSS", "NEUTRAL", "VOID"])
        .describe("NEUTRAL: the call had no direction. VOID: the price came too late to measure the window."),
      price: z.number(),
      at: DateTime,
      return_pct: z.number().describe("Return of the coin over the window, percent."),
      inside: z
        .boolean()
        .nullable()
        .describe("Whether the price was inside the range. null: no range was stated, or the window is void."),
    })
    .nullable()
    .describe("null until the horizon has passed and its price is known."),
})

const Figures = z.object({
  calls: Evidence.extend({
    won: Count,
    win_rate: Rate,
    win_rate_ci95: Interval95,
    base_rate: Rate.describe(
      "Share of wins that blind calls on the same sides would have had: over all settled windows, called or not.",
    ),
  }).describe("Settled directional calls without leans and degraded calls, as counted by /stats."),
  ranges: Evidence.extend({ inside: Count, level: z.number(), coverage: Rate, ci95: Interval95 }),
  touch: TouchFigures,
})

/** Data for a chart of one coin's calls: some fields of the sealed documents, not published before the documents. */
export const recordCallsContract = defineContract({
  id: "record-calls",
  path: "/record/calls",
  price: null,
  title: "Calls of one coin",
  description: "One coin's calls of the last days: the price at each close and, a day later, the call and its outcome.",
  tags: ["track-record"],
  isTool: false,
  pathParams: NoParams,
  queryParams: z.object({
    coin: CoinParam,
    horizon: HorizonParam,
    days: integerParam({ min: 1, max: 90 }).default(30).describe("Calls decided within this number of days, 1 to 90."),
  }),
  response: z.object({
    coin: CoinParam,
    horizon: Horizon,
    days: Count,
    figures: z
      .object({ live_paper: Figures, replay: Figures })
      .describe(
        "Figures of calls that were sealed in time, and separately of hypothetical calls. They are never added up.",
      ),
    calls: z.array(Call).describe("Oldest first."),
    timestamp: DateTime,
  }),
  exampleParams: { coin: "BTC", horizon: "24h", days: "30" },
  example,
})

export type Calls = ResponseOf<typeof recordCallsContract>
export type Call = Calls["calls"][number]
