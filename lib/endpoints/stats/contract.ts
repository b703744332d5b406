import { z } from "zod"
import { DATA_PERIODS } from "@/lib/domain/track-record/data-periods"
import { defineContract, type ResponseOf } from "@/lib/api/contract"
import { DateTime, Meta, NoParams } from "@/lib/api/fields"
import {
  CoinOrAllParam,
  Count,
  Evidence,
  Horizon,
  HorizonParam,
  Integrity,
  Interval95,
  KindParam,
  Rate,
  Status,
  TouchFigures,
} from "@/lib/api/record-fields"
import example from "./example.json" with { type: "json" }

const Fraction = z.number().nullable()

const BY_BOTH =
  "95% interval: low, high. The lower low and the higher high of a bootstrap and of the normal interval on n_effective: " +
  "a young record has few blocks to draw from, and the bootstrap alone would be too narrow."

const BLIND =
  "Share of wins that blind calls on the same sides of the same coins would have had: over all settled windows of the " +
  "selection, whether a call was made in them or not."

const Cell = Evidence.extend({
  key: z.string(),
  win_rate: Rate,
  win_rate_ci95: Interval95,
  expectancy: Fraction,
  expectancy_ci95: Interval95,
  base_rate: Rate.describe(BLIND),
})

const Account = z.object({
  total_return: z.number(),
  max_drawdown: z.number().max(0),
  volatility_annual: Fraction,
  sharpe: Fraction,
})

const Compared = z.object({ sharpe: z.number(), max_drawdown: z.number().nullable() })

const Scored = z.object({
  coverage: Rate.describe("Share of the closes inside of the 80% range."),
  ci95: Interval95,
  interval_score: Fraction.describe("Mean interval score, as a fraction of the price. Lower is better."),
  qlike: Fraction.describe("Mean of ln σ² + r²/σ² of the log return r. Lower is better."),
})

const DIFFERENCE = "Options less forecast on the same calls: above 0, our forecast was better."

const Compared80 = Evidence.extend({
  forecast: Scored,
  options: Scored,
  interval_score_difference: Fraction.describe(DIFFERENCE),
  interval_score_difference_ci95: Interval95.describe("Normal interval with n_effective."),
  qlike_difference: Fraction.describe(DIFFERENCE),
  qlike_difference_ci95: Interval95.describe("Normal interval with n_effective."),
  better: z
    .enum(["forecast", "options", "undecided"])
    .nullable()
    .describe("By QLIKE. undecided: the interval of the difference has 0 in it. null: too few calls."),
  withheld: z
    .array(z.string())
    .optional()
    .describe("Sources whose terms forbid publishing what is computed from them. Their calls are left out here."),
})

const Brier = z.object({
  brier: Rate.describe("Mean squared error of the stated probabilities, each call counted once. Lower is better."),
  ci95: Interval95.describe("Normal interval with n_effective."),
})

const OddsScores = Evidence.extend({
  n: Count.describe("Questions with a result."),
  calls: Count.describe("Sealed calls with such questions, at most one a day and coin."),
  forecast: Brier,
  market: Brier,
  difference: Fraction.describe(
    "Brier score of the market less ours on the same questions: above 0, our odds were better.",
  ),
  difference_ci95: Interval95.describe("Normal interval with n_effective."),
  better: z
    .enum(["forecast", "market", "undecided"])
    .nullable()
    .describe("undecided: the interval of the difference has 0 in it. null: too few calls."),
})

const Markets = z.object({
  close: OddsScores.describe("Questions about the price at an hour within a day."),
  touch: OddsScores.describe("Questions about a touch until the end of a month. Their windows overlap."),
  withheld: z
    .array(z.string())
    .describe("Sources whose terms forbid publishing what is computed from them. Their calls are left out here."),
})

const Backtest = z.object({
  label: z.literal("HYPOTHETICAL"),
  period: z.string(),
  costs: z.string(),
  note: z.string(),
  measured: z
    .array(
      z.object({
        what: z.string(),
        data: z
          .enum(DATA_PERIODS)
          .describe(
            "fitted: parameters were fitted or chosen on this data. seen: not fitted, but looked at when inputs were chosen. " +
              "unseen: neither.",
          ),
        unit: z.enum(["fraction", "number"]).describe("fraction: 0.05 is 5%."),
        n: z.number().int(),
        value: z.number(),
        ci95: Interval95,
        noise95: z
          .number()
          .nullable()
          .describe("For a distance: the value below which 95% of perfectly calibrated draws stay."),
        goal: z.string().describe("The threshold of the goal."),
        peer: z.string().nullable().describe("What the value is compared with."),
      }),
    )
    .optional()
    .describe("Every goal of the method by npm run goals."),
  rows: z.array(
    z.object({
      what: z.string(),
      sharpe: z.number(),
      sharpe_hold: z.number().describe("Sharpe ratio of holding without the volatility target of the method."),
      max_drawdown: z.number().nullable(),
      max_drawdown_hold: z.number().nullable(),
      hold_same_target: Compared.describe(
        "Sharpe ratio of holding at the volatility target of the method, which shows the effect of the target alone.",
      ),
      best_simple_rule: Compared.extend({ id: z.string() }).describe(
        "The best of sma_50, momentum_30d and donchian_20 in this row, long or flat at the same target: known with hindsight.",
      ),
    }),
  ),
})

/** The measured results of the sealed calls. Free, so that buyers can read them before a purchase. */
export const statsContract = defineContract({
  id: "stats",
  path: "/stats",
  price: null,
  title: "Track record",
  description: "Settled calls: win rate, expectancy and alpha with intervals, baselines, calibration.",
  details: "Calls are judged as they were sealed.",
  tags: ["track-record", "signals"],
  pathParams: NoParams,
  queryParams: z.object({
    coin: CoinOrAllParam,
    horizon: HorizonParam,
    window: z.enum(["30d", "90d", "365d", "all"]).default("all").describe("Calls decided within this time."),
    kind: KindParam,
    method_version: z.string().max(64).optional().describe("Calls of one version of the method. Absent: all."),
  }),
  response: z.object({
    win_rate: Rate,
    expectancy: Fraction.describe("Mean return per call after costs, as a fraction."),
    alpha: Fraction.describe(
      "Mean return per call above that of blind calls on the same sides of the same coins, as a fraction. See definitions.alpha.",
    ),
    status: Status,
    kind: z.enum(["live_paper", "replay"]),
    coin: z.string(),
    horizon: Horizon,
    window: z.string(),
    definitions: z.object({ win: z.string(), expectancy: z.string(), alpha: z.string(), directional: z.string() }),
    costs: z.object({ round_trip_bps: z.number(), funding_included: z.boolean(), slippage_bps: z.number() }),
    sample: z.object({
      emitted: Count,
      proven_in_time: Count.describe(
        "Of the emitted calls that are not pending: a block earlier than the end of the horizon proves that the call existed. The others are not proven, " +
          "and of a replay none is.",
      ),
      missed: Count.describe(
        "4h closes without a live record, since the start of the window or the coin's first live record. A close that can still be " +
          "sealed is not missed. Of a replay or one version: closes between its records.",
      ),
      pending: Count.describe("The horizon has not passed. Never counted by direction."),
      unsettled: Count.describe("The horizon has passed without a price."),
      settled: Count,
      directional: Count,
      lean: Count,
      neutral: Count,
      degraded: Count,
      void: Count.describe("The price came too late to measure the window."),
      coverage: Rate.describe("directional / (settled − void)"),
      n_effective: z.number().nonnegative(),
      n_effective_method: z.string(),
      n_effective_bootstrap: z
        .number()
        .nonnegative()
        .nullish()
        .describe(
          "Independent calls by the bootstrap variance of the win rate: p(1 − p)/variance. Used for the interval from 30 blocks " +
            "on. null: too few calls.",
        ),
      first_call_at: DateTime.nullable(),
      last_settled_at: DateTime.nullable(),
    }),
    significance: z.object({
      win_rate_ci95: Interval95,
      ci_method: z.string(),
      expectancy_ci95: Interval95.describe(BY_BOTH),
      alpha_ci95: Interval95.describe(BY_BOTH),
      bootstrap: z.object({ kind: z.string(), mean_block: z.number(), reps: Count, seed: Count }),
      base_rate_up: Rate.describe("Share of all settled windows that rose, called or not."),
      base_rate_same_sides: Rate.describe(BLIND),
      p_value_vs_base: Rate.describe("Two-sided p-value of win_rate against base_rate_same_sides."),
      sharpe_annual: Fraction.describe(
        "Annual Sharpe ratio of the daily returns of the paper account. paper_equity.days is the number of days.",
      ),
      sharpe_annual_ci95: Interval95,
      psr_vs_0: Rate.describe(
        "Probabilistic Sharpe ratio: probability that the true Sharpe ratio is above zero, given skewness and kurtosis of the returns. Market returns are included.",
      ),
      dsr: Rate.describe(
        "Probability that the Sharpe ratio of what holding does not explain beats the best of the declared trials, had none " +
          "any skill. null also where nothing is left to explain.",
      ),
      n_trials_declared: Count,
      alpha_annual: Fraction.describe(
        "Intercept of the regression of daily paper returns on returns of holding, per year.",
      ),
      alpha_annual_ci95: Interval95,
      min_track_record_days_for_sr1: z
        .number()
        .nullable()
        .describe("Days after which a Sharpe ratio of 1 would differ from zero at 95%, for returns of this shape."),
    }),
    baselines: z.array(
      Evidence.extend({
        id: z.string(),
        win_rate: Rate,
        win_rate_ci95: Interval95.describe("Wilson interval with n_effective."),
        expectancy: Fraction,
        expectancy_ci95: Interval95.describe("Normal interval with n_effective."),
      }),
    ),
    calibration: Evidence.extend({
      target: z.string(),
      brier: Rate,
      brier_base: Rate,
      brier_skill: Fraction,
      log_loss: Fraction,
      ece: Rate,
      bins: z.array(
        z.object({
          confidence_from: z.number(),
          confidence_to: z.number(),
          n: Count,
          n_effective: z.number(),
          stated: z.number(),
          hit_rate: z.number(),
          ci95: Interval95,
        }),
      ),
    })
      .nullable()
      .describe("null for horizons without a stated probability (7d)."),
    ranges: Evidence.extend({
      level: z.number(),
      coverage: Rate,
      ci95: Interval95,
      worst_60d: Rate,
      median_half_width_pct: Fraction,
      interval_score: Fraction,
    }),
    touch: TouchFigures.optional().describe("Absent in answers before 2026-11-28."),
    compared: Compared80.optional().describe(
      "Our forecast against what options implied, sealed side by side and judged by the same calls. Absent in answers before 2026-11-28.",
    ),
    markets: Markets.optional().describe(
      "Our odds against the prices of a prediction market, sealed side by side at 00:00 UTC and judged by the candles of the record, not " +
        "by the venue's settlement. Of every horizon. Absent in answers before 2026-11-28.",
    ),
    breakdown: z.object({
      by_coin: z.array(Cell),
      by_direction: z.array(Cell),
      by_side: z.array(Cell),
      by_horizon: z.array(Cell),
      by_confidence: z.array(Cell),
      by_method_version: z.array(Cell),
    }),
    paper_equity: Account.extend({
      rule: z.string(),
      days: Count.describe(
        "Calendar days (UTC) from the first record to the last. Days without a record are valued at their close.",
      ),
      exposure: z.number(),
      turnover_per_year: Fraction,
      buy_and_hold: Account,
      curve: z.array(z.object({ t: DateTime, equity: z.number(), benchmark: z.number() })),
    }),
    integrity: Integrity,
    backtest: Backtest,
    meta: Meta,
  }),
  exampleParams: { coin: "all", horizon: "24h" },
  example,
})

export type Stats = ResponseOf<typeof statsContract>
