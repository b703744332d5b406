import { z } from "zod"
import { RISK_LEVELS, VOLATILITIES } from "@/lib/domain/regime/conditions"
import { REGIMES } from "@/lib/domain/regime/regime-rules"
import { parseUsdc } from "@/lib/domain/usdc"
import { defineContract } from "@/lib/api/contract"
import { DateTime, Meta, NoParams } from "@/lib/api/fields"
import example from "./example.json" with { type: "json" }

const Day = z.iso.date()
const Percent = z.number().describe("Percent.")
const Share = z.number().min(0).max(1)

const Regime = z
  .enum(REGIMES)
  .describe(
    "FEAR_CAPITULATION extreme fear in a deep fall; EUPHORIA extreme greed far above the average; ACCUMULATION calm far " +
      "below the highest close; DISTRIBUTION slipping near it; MARKUP trending up; MARKDOWN trending down; RANGE none of " +
      "these. It describes and forecasts no return.",
  )

const Rule = z.object({
  regime: Regime,
  met: z.boolean().describe("Whether all of its tests hold on the last closed day."),
  tests: z.array(z.object({ text: z.string(), met: z.boolean() })),
})

/** The regime of the bitcoin market, its reasons, its start, and the expected volatility. */
export const regimeContract = defineContract({
  id: "regime",
  path: "/regime",
  price: parseUsdc("0.05"),
  title: "Market regime",
  description: "Regime of the bitcoin market with its rules, usual duration and expected risk.",
  details: "Each rule says whether it is met.",
  tags: ["regime", "risk", "crypto"],
  freshness: { changesWith: "4h", needs: ["1h", "1d", "fearGreed"], coins: ["BTC"] },
  pathParams: NoParams,
  queryParams: NoParams,
  response: z.object({
    regime: Regime,
    volatility: z
      .enum(VOLATILITIES)
      .describe("Forecast for the next week, by `volatility_percentile`: below 0.25, 0.75, 0.90, and from there."),
    trend: z
      .enum(["UPTREND", "DOWNTREND", "SIDEWAYS"])
      .describe(
        "The direction of the regime. UPTREND: MARKUP, EUPHORIA. DOWNTREND: MARKDOWN, FEAR_CAPITULATION. SIDEWAYS: the others.",
      ),
    risk_level: z
      .enum(RISK_LEVELS)
      .describe("The level of `volatility`, one level higher if a high-impact event is less than 24 hours away."),
    fg: z.number().int().min(0).max(100).describe("Fear & greed index (alternative.me)."),
    etf_flow_7d_m: z
      .number()
      .nullable()
      .describe("US spot bitcoin funds, 7 days up to the newest complete one, US$ millions. null: not known."),
    days_in_regime: z.number().int().positive().describe("Number of closed days since the regime was confirmed."),
    days_in_regime_is_minimum: z.boolean().describe("true: the regime began before the first day of the data."),
    regime_since: Day.nullable().describe("Day on which the regime began. null: before the first day of the data."),
    last_day: z
      .object({ regime: Regime, days: z.number().int().positive(), days_to_confirm: z.number().int().nonnegative() })
      .describe("Regime of the last closed day alone. A regime is stated after three such days in a row."),
    rules: z.array(Rule).describe("In order of precedence: the first rule that is met determines the regime of a day."),
    facts: z.object({
      day: Day.describe("The last closed day, UTC."),
      close: z.number().positive(),
      average_50d: z.number().positive(),
      average_200d: z.number().positive(),
      return_30d_pct: Percent,
      drawdown_90d_pct: Percent,
      drawdown_365d_pct: Percent,
      volatility_30d_percentile: Share,
      fear_greed_7d: z.number().nullable().describe("Mean of 7 days. null: a day is missing."),
    }),
    changes: z.array(z.object({ date: Day, from: Regime, to: Regime })).describe("Newest first, at most 10."),
    changes_looked_at_days: z.number().int().positive(),
    persistence: z
      .object({ same_after_7d: Share, same_after_30d: Share })
      .describe("How often the regime was the same after this number of days, bitcoin 2018-09 to 2026-05."),
    expected: z.object({
      volatility_percentile: Share.describe(
        "Of the forecast for the next week, divided by the volatility of the year before, among such forecasts of BTC, ETH and " +
          "SOL, 2019 to 2024-06-22.",
      ),
      volatility_7d_annual_pct: Percent.describe(
        "Forecast for the next week, annualised: the same as in `/risk/BTC`.",
      ).optional(),
      event_within_24h: z.string().nullable().describe("The high-impact event that raised the risk level."),
    }),
    timestamp: DateTime,
    meta: Meta,
  }),
  exampleParams: {},
  example,
})
