import { z } from "zod"
import { defineContract, type ResponseOf } from "@/lib/api/contract"
import { CoinParam, DateTime, Direction, NoParams } from "@/lib/api/fields"
import { integerParam } from "@/lib/api/number-param"
import { recordCallsExample } from "./example"
import { Count, Evidence, Horizon, HorizonParam, Interval95, Rate } from "@/lib/api/record-fields"

const Call = z.object({
  id: z.string(),
  decided_at: DateTime,
  kind: z
    .enum(["live_paper", "replay"])
    .describe("live_paper: sealed within an hour of its close. replay: hypothetical, computed over history."),
  price: z.number().describe("Close at the decision, US dollars."),
  direction: Direction.nullable().describe("null until the call is a day old."),
  degraded: z.boolean().nullable().describe("Too few indicators: counted apart. null until the call is a day old."),
  range: z
    .object({ low: z.number(), high: z.number() })
    .nullable()
    .describe("Stated for the price after the horizon, US dollars. null until the call is a day old."),
  outcome: z
    .object({
      verdict: z
        .enum(["WIN", "LOSS", "NEUTRAL", "VOID"])
        .describe("NEUTRAL: the call took no side. VOID: the price came too late to measure the window."),
      price: z.number(),
      at: DateTime,
      return_pct: z.number().describe("Of the coin over the window."),
      inside: z.boolean().nullable().describe("Whether the range held. null where none was stated, and when void."),
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
  }).describe("Settled calls with a clear side, leaning and degraded ones apart, as /stats counts them."),
  ranges: Evidence.extend({ inside: Count, level: z.number(), coverage: Rate, ci95: Interval95 }),
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
    days: integerParam({ min: 1, max: 90 }).default(30).describe("Calls decided within as many days, 1 to 90."),
  }),
  response: z.object({
    coin: CoinParam,
    horizon: Horizon,
    days: Count,
    figures: z
      .object({ live_paper: Figures, replay: Figures })
      .describe("Of calls that were sealed in time, and apart from them of hypothetical ones. Never added up."),
    calls: z.array(Call).describe("By time, oldest first."),
    timestamp: DateTime,
  }),
  exampleParams: { coin: "BTC", horizon: "24h", days: "30" },
  example: recordCallsExample,
})

export type Calls = ResponseOf<typeof recordCallsContract>
export type Call = Calls["calls"][number]
