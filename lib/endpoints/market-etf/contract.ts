import { z } from "zod"
import { COINS } from "@/lib/domain/market/coin"
import { parseUsdc } from "@/lib/domain/usdc"
import { defineContract } from "@/lib/api/contract"
import { DateTime, Meta, NoParams } from "@/lib/api/fields"

const Flow = z.number().describe("Net flow, millions of US dollars. Negative: outflow.")
const Day = z.iso.date()
const Ticker = z.string()

/** Fund flows of the newest complete day: both shapes that the specification declares, in one answer. */
export const marketEtfContract = defineContract({
  id: "market_etf",
  path: "/market/etf",
  price: parseUsdc("0.02"),
  title: "Spot ETF flows",
  description:
    "Net flows of US spot funds on the newest complete day: total, by fund, by kind of issuer, and the week.",
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
  example: {
    asset: "BTC",
    date: "2026-11-19",
    total_flow_m: -84.5,
    institutional_flow_m: -20.5,
    top_outflow: "GBTC",
    top_outflow_m: -64,
    by_etf: { FBTC: -32.5, GBTC: -64, IBIT: 12 },
    flow_7d_m: 310.2,
    daily: {
      date: "2026-11-19",
      total_flow_m: -84.5,
      institutional_flow_m: -20.5,
      percentile_1y: 22.4,
      sessions_compared: 250,
      streak_sessions: -1,
    },
    weekly: {
      from: "2026-11-13",
      to: "2026-11-19",
      sessions: 5,
      total_flow_m: 310.2,
      institutional_flow_m: 362.1,
      previous_total_flow_m: -120.4,
    },
    by_fund: {
      FBTC: { flow_m: -32.5, kind: "asset_manager" },
      GBTC: { flow_m: -64, kind: "crypto_native" },
      IBIT: { flow_m: 12, kind: "asset_manager" },
    },
    pending: { date: "2026-11-20", reported: [], missing: ["FBTC", "GBTC", "IBIT"] },
    timestamp: "2026-11-20T21:05:00.000Z",
    meta: {
      as_of: "2026-11-19T00:00:00.000Z",
      mode: "sandbox",
      method_version: "etf-2026.11-2",
      sources: [{ name: "farside", as_of: "2026-11-19T00:00:00.000Z", age_s: 162_300 }],
      abstaining: [],
      degraded: [],
      disclaimer: "Research, not advice. Fund flows describe issuers, not who buys, and do not predict prices.",
    },
  },
})
