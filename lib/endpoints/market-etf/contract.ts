import { z } from "zod"
import { COINS } from "@/lib/domain/market/coin"
import { parseUsdc } from "@/lib/domain/usdc"
import { defineContract } from "@/lib/api/contract"
import { DateTime, Meta, NoParams } from "@/lib/api/fields"
import example from "./example.json" with { type: "json" }

const Flow = z.number().describe("Net flow, millions of US dollars. Negative: outflow.")
const Day = z.iso.date()
const Ticker = z.string()

/** Fund flows of the newest complete day: both shapes that the specification declares, in one answer. */
export const marketEtfContract = defineContract({
  id: "market_etf",
  path: "/market/etf",
  price: parseUsdc("0.02"),
  title: "Spot ETF flows",
  description: "Net flows of US spot funds on the newest complete day and in the week, by fund and kind of issuer.",
  tags: ["etf", "flows", "crypto"],
  freshness: { changesWith: "etfFlows", needs: ["etfFlows"] },
  versionedBy: "asset",
  pathParams: NoParams,
  queryParams: z.object({ asset: z.enum(COINS).default("BTC").describe("Coin that the funds hold.") }),
  response: z.object({
    asset: z.enum(COINS),
    date: Day.describe("Newest trading day for which every expected fund has reported or will not report any more."),
    total_flow_m: Flow,
    institutional_flow_m: Flow.describe("Sum over funds of traditional asset managers, millions of US dollars."),
    top_outflow: Ticker.describe(
      "Fund with the most negative flow. If no flow is negative, the fund with the smallest flow.",
    ),
    top_outflow_m: Flow,
    by_etf: z.record(Ticker, Flow).describe("Funds that reported. A fund that is absent did not trade or report."),
    flow_7d_m: Flow.describe("Sum of the complete days within 7 calendar days up to `date`."),
    daily: z.object({
      date: Day,
      total_flow_m: Flow,
      institutional_flow_m: Flow,
      percentile_1y: z.number().min(0).max(100).nullable().describe("null: fewer than 60 earlier sessions."),
      sessions_compared: z.number().int().nonnegative(),
      streak_sessions: z.number().int().describe("Sessions in a row with this sign; negative: outflows."),
    }),
    weekly: z.object({
      from: Day,
      to: Day,
      sessions: z.number().int().nonnegative(),
      total_flow_m: Flow,
      institutional_flow_m: Flow.nullable(),
      previous_total_flow_m: Flow.nullable(),
    }),
    by_fund: z.record(
      Ticker,
      z.object({ flow_m: Flow, kind: z.enum(["asset_manager", "crypto_native", "unclassified"]) }),
    ),
    pending: z
      .object({ date: Day, reported: z.array(Ticker), missing: z.array(Ticker) })
      .nullable()
      .describe("A newer day that is still being reported. Its flows are withheld until it is complete."),
    timestamp: DateTime,
    meta: Meta,
  }),
  exampleParams: { asset: "BTC" },
  example,
})
