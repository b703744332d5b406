import { z } from "zod"
import { parseUsdc } from "@/lib/domain/usdc"
import { EVIDENCE_GRADES } from "@/lib/domain/signals/evidence-grades"
import { defineContract } from "@/lib/api/contract"
import { CallMeta, CoinParam, CoinPathParam, DateTime, NoParams, PriceOfRecord, Vote } from "@/lib/api/fields"
import { callFreshness } from "@/lib/api/freshness"
import example from "./example.json" with { type: "json" }

const Value = z.union([z.number(), z.string(), z.null()])
const Values = z.record(z.string(), Value)

const Summary = z
  .enum(["BULLISH", "BEARISH", "OVERSOLD", "OVERBOUGHT", "MIXED"])
  .describe(
    "The vote of the category, as in `categories` of /signal: BULLISH is LONG, BEARISH is SHORT, MIXED is NEUTRAL or no " +
      "input.",
  )

const MeasuredPeriod = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    n: z
      .number()
      .int()
      .describe("Number of votes for long or short. Windows overlap; the interval takes this into account."),
    hit_rate: z.number().min(0).max(1).describe("Share of votes whose return had the sign of the vote."),
    mean_return_pct: z.number().describe("Mean return on the side of the vote, percent."),
    timing_pct: z
      .number()
      .describe("`mean_return_pct` minus the mean return of blind votes on the same sides of the same coins, percent."),
    timing_ci95_pct: z
      .tuple([z.number(), z.number()])
      .describe("95% interval, stationary bootstrap over days, percent."),
    p_holm: z.number().min(0).max(1).describe("p-value of `timing_pct`, corrected for all tests of the study (Holm)."),
  })
  .nullable()
  .describe("Before the fit. null: no history, or fewer than 100 votes.")

const Detail = z.object({
  value: Value.describe("null: not available."),
  unit: z.string(),
  window: z.string().optional().describe("The period that the value covers."),
  voted: z
    .object({
      name: z.string().optional().describe("Its name in `indicators`."),
      value: Value,
      unit: z.string(),
    })
    .optional()
    .describe("The value that the rule compared with its bounds, if it is not `value`."),
  vote: Vote.nullable().describe("null: the indicator abstains."),
  reason: z.string().nullable().describe("Why it abstains."),
  rule: z.string().describe("The vote rule in words."),
  as_of: DateTime.nullable(),
  source: z.string().nullable(),
  horizon: z.enum(["24h", "7d", "context"]),
  evidence: z
    .enum(EVIDENCE_GRADES)
    .describe(
      "By npm run evidence, which measures the votes before and after the date of the fit. held: better than blind votes in both. " +
        "Significant means p_holm below 0.05; held_before_fit_uncorrected was so without the correction only. Answers before " +
        "2026-11-27 have other words.",
    ),
  evidence_text: z.string().optional().describe("The evidence in words, with period and n."),
  measured: z
    .object({
      horizon_h: z.number().int().describe("Hours from the vote to the price that judges it."),
      before_fit: MeasuredPeriod,
      since_fit: MeasuredPeriod,
    })
    .optional()
    .describe("The measured timing of the votes on BTC, ETH and SOL."),
})

/** The values behind the votes. */
export const contextContract = defineContract({
  id: "context",
  path: "/context/{coin}",
  price: parseUsdc("0.05"),
  title: "Indicator context",
  description: "Every indicator behind the signal: value, vote, rule, age and evidence.",
  tags: ["signals", "indicators", "crypto"],
  freshness: callFreshness,
  pathParams: z.object({ coin: CoinPathParam }),
  queryParams: NoParams,
  response: z.object({
    coin: CoinParam,
    price: z.number().positive().describe("Current price, US dollars."),
    ...PriceOfRecord,
    indicators: z.object({ sentiment: Values, technical: Values, trend: Values, macro: Values }),
    category_summary: z.object({ sentiment: Summary, technical: Summary, trend: Summary, macro: Summary }),
    technical_state: z
      .enum(["OVERSOLD", "OVERBOUGHT"])
      .nullish()
      .describe("Extreme value of the daily RSI. It does not vote. null: no extreme."),
    details: z.record(z.string(), Detail).describe('Keyed by indicator, as in `indicators`: "technical.rsi_14".'),
    timestamp: DateTime,
    meta: CallMeta,
  }),
  exampleParams: { coin: "BTC" },
  example,
})
