import { z } from "zod"
import { CallMeta, CoinParam, DateTime, Direction, PriceOfRecord } from "@/lib/api/fields"
import { Forecast, NowHead, NowLevel, NowRanges, NowStop, NowTarget } from "@/lib/api/now-fields"
import { Outlook, VolatilityTerms } from "@/lib/api/outlook-fields"

const Price = z.number().positive().describe("US dollars.")
const Probability = z.number().min(0).max(1)
const Touch = {
  p_touch_24h: Probability.describe("Probability of a touch within 24 hours, by the volatility forecast."),
  p_touch_7d: Probability,
}

const Verdict = z
  .enum(["STRONG_LONG", "LONG", "NEUTRAL", "SHORT", "STRONG_SHORT"])
  .describe(
    "The proposed direction. It is NEUTRAL for a lean, which is not a clear edge. `signal_direction` is the direction of the call.",
  )

const Ratio = z.string().regex(/^1:\d+(?:\.\d+)?$/)

/** `n/a` when the value is unknown, because readers would take an estimate for a quote. */
const Percent = z.string().regex(/^(?:-?\d+(?:\.\d+)?%|n\/a)$/)

const Sizing = z.object({
  capital: z.number().positive(),
  risk_per_trade: z.number().positive().describe("Maximum loss of the plan at its stop, US dollars."),
  position_size: z.number().positive().describe("US dollars; never more than the capital."),
})

const FullSizing = Sizing.extend({
  risk_pct: z.number().positive().describe("Share of the capital at risk, percent."),
  position_size: z.number().nonnegative().describe("US dollars. 0: the held positions leave no room."),
  quantity: z.number().nonnegative().describe("Coins."),
  loss_at_stop: z
    .number()
    .nonnegative()
    .describe("Loss at the stop, US dollars. It is below `risk_per_trade` if something else limits the position."),
  limited_by: z
    .enum(["risk", "held", "volatility", "capital"])
    .describe("held: the risk is smaller than requested, because the held positions move with the coin."),
})

const Joint = z
  .object({
    held: z.array(
      z.object({
        coin: CoinParam,
        side: z.enum(["long", "short"]),
        risk_pct: z.number().positive(),
        correlation: z
          .number()
          .min(-1)
          .max(1)
          .describe("Correlation of daily log returns with the coin of the plan, over `days`."),
        days: z.number().int().positive().describe("Number of days in the estimate of the correlation."),
      }),
    ),
    plan_risk_pct: z
      .number()
      .nonnegative()
      .describe(
        "What the requested position loses at its stop, percent of the capital. With the correlations it adds to the variance of " +
          "all positions no more than an independent plan at the risk asked for would add.",
      ),
    sum_pct: z
      .number()
      .positive()
      .describe("Summed risk: what is lost when every stop is hit, percent of the capital."),
    joint_pct: z
      .number()
      .nonnegative()
      .describe(
        "Risk of all positions together with their sides and correlations; equal to the sum at correlations of 1.",
      ),
    volatility_pct: z
      .number()
      .nonnegative()
      .describe(
        "Annual volatility of all positions together, percent of the capital, if every stop is as many standard deviations of its " +
          "coin away as the plan's. The plan never raises it above 40.",
      ),
  })
  .describe("Present only if `held` names open positions.")

const Target = z.object({
  price: Price,
  r_multiple: z.number().positive(),
  distance_pct: z.number().positive(),
  ...Touch,
  p_before_stop_3d: Probability,
  p_before_stop_7d: Probability.describe("Never above `p_touch_7d`, because it is a part of it."),
  p_before_stop_14d: Probability.describe(
    "Observed frequency with which the target is hit within 14 days before the stop.",
  ),
  p_stop_first_14d: Probability.optional().describe(
    "Probability that the stop is hit within 14 days, before the target.",
  ),
  neither_r_14d: z
    .number()
    .optional()
    .describe("Mean result in R of plans that reach neither level within 14 days and are closed then."),
  expected_r: z
    .number()
    .optional()
    .describe(
      "Mean result of the plan with this target in R: minus its costs, 20 bps. No drift is forecast, so no target earns " +
        "anything by itself: r_multiple · p_before_stop_14d − p_stop_first_14d + the rest · neither_r_14d is 0.",
    ),
  p_break_even: Probability.describe(
    "The value of `p_before_stop_14d` at which the plan earns nothing: higher by its costs.",
  ),
})

const BarrierKind = z.enum(["pivot", "volume_node", "point_of_control", "breakout_7d", "breakout_30d", "range80_7d"])

const Barrier = z.object({
  price: Price,
  kind: BarrierKind,
  touches: z
    .number()
    .int()
    .nonnegative()
    .describe("Number of pivots that were merged into the level; 0 for other kinds."),
  distance_atr: z.number().nonnegative(),
  ...Touch,
  hold_rate: Probability.nullable().describe(
    "Share of first touches after which the price turned back. No kind of level is better than a random level.",
  ),
})

const NowBarrier = NowLevel.extend({ kind: BarrierKind })

/** The plan and its levels at the price of the answer. */
const Now = z.object({
  ...NowHead,
  ...NowRanges,
  forecast: Forecast.optional(),
  stop: NowStop.extend({ p_hit_3d: Probability, p_hit_7d: Probability }),
  targets: z.array(NowTarget.extend({ p_before_stop_3d: Probability, p_before_stop_7d: Probability })),
  nearest_support: Price.describe("Nearest support below `price_usd`."),
  nearest_resistance: Price.describe("Nearest resistance above `price_usd`."),
  supports: z.array(NowBarrier).min(1).describe("Supports below `price_usd`, nearest first."),
  resistances: z.array(NowBarrier).min(1).describe("Resistances above `price_usd`, nearest first."),
  passed: z
    .array(NowBarrier.extend({ side: z.enum(["support", "resistance"]).describe("What the level was at the close.") }))
    .describe("Levels of the close that the price is at or beyond now."),
})

const Pct = z.number().nullable()

const TradeCost = z
  .object({
    size_usd: z.number().positive(),
    side: z.enum(["long", "short"]),
    expected_days: z.number().nonnegative().describe("Until the stop, the first target or 14 days, by their odds."),
    funding_predicted_8h_pct: Pct.describe("Of the perpetual contract. null: unknown."),
    stop_first_14d: Probability.describe("Probability of the stop before the first target."),
    funding_mean_30d_8h_pct: Pct.describe("Mean of the settled rates of 30 days of the same contract."),
    gap_pct: z
      .number()
      .nonnegative()
      .nullable()
      .describe(
        "Mean of the largest 1% of jumps from an hour's close to the next open. null: the candles show no jumps.",
      ),
    loss_at_stop_usd: Pct.describe("Loss when the stop is hit: distance, slippage, fees and a jump of `gap_pct`."),
    cheapest: z.string().nullable().describe("null: no visible book holds the size."),
    total_pct: Pct.describe("All costs of the cheapest venue, never below 0; `plan.targets[].expected_r` uses it."),
    total_usd: Pct,
    total_r: Pct,
    venues: z
      .array(
        z.object({
          venue: z.string(),
          mid: Price,
          depth_usd: z.number().nonnegative().describe("The part of the size that the visible book fills."),
          entry_slippage_pct: Pct.describe(
            "Mean price of the market order against the mid. null: the book ends before the size.",
          ),
          exit_slippage_pct: Pct,
          fees_pct: z.number().nonnegative().describe("Taker fees of entry and exit without a discount."),
          funding_pct: Pct.describe(
            "Over `expected_days`: the predicted rate for the interval ahead, then the mean of 30 days or zero, whichever is worse " +
              "for the plan. Negative: received. 0 on spot.",
          ),
          stop_gap_pct: z.number().nonnegative().nullable().describe("`gap_pct` times `stop_first_14d`."),
          total_pct: Pct,
          age_s: z.number().int().nonnegative(),
        }),
      )
      .describe(
        "Cheapest first. A short is not possible on spot. A book that is older than 120 s, or whose mid is more than 2% from `price`, " +
          "is left out, and `meta.degraded` says why.",
      ),
  })
  .describe("Present only with `size`.")

/** The answer of `/risk/{coin}`. */
export const RiskAnswer = z.object({
  coin: CoinParam,
  price: Price.describe("Current price, US dollars."),
  ...PriceOfRecord,
  verdict: Verdict,
  direction: z.enum(["LONG", "SHORT"]).describe("Side of the levels. With a NEUTRAL verdict they are a reference."),
  signal_direction: Direction,
  levels: z.object({
    entry: Price,
    stop_loss: Price,
    take_profit_1: Price,
    take_profit_2: Price,
    take_profit_3: Price,
    risk_pct: z.number().positive().describe("Distance of the stop from the entry, percent."),
  }),
  risk_reward: z.object({ tp1: Ratio, tp2: Ratio, tp3: Ratio }),
  support_resistance: z.object({
    nearest_support: Price,
    nearest_resistance: Price,
    supports: z.array(Price).min(1).describe("Nearest first."),
    resistances: z.array(Price).min(1),
  }),
  position_sizing: z.object({
    example_1pct_risk: Sizing.describe("Position size for the requested capital at 1% risk, without held positions."),
    requested: FullSizing.describe("Position size for the requested capital and risk."),
    joint: Joint.optional(),
    volatility_cap_pct: z
      .number()
      .nonnegative()
      .max(100)
      .optional()
      .describe(
        "The largest position that volatility allows whatever the risk, percent of the capital: 40% a year by the forecast for " +
          "7 days (`volatility`), of all positions where `held` names some.",
      ),
  }),
  costs: z
    .object({ funding_rate_8h: Percent, funding_annual: Percent, atr_pct: Percent })
    .describe('Percent with its sign; "n/a" while no funding rate within its maximum age is known.'),
  plan: z.object({
    kind: z.enum(["plan", "reference"]).describe("reference: no clear edge, so no trade is proposed."),
    stop: z.object({
      price: Price,
      distance_atr: z.number().positive(),
      distance_pct: z.number().positive(),
      ...Touch,
      p_hit_3d: Probability,
      p_hit_7d: Probability.describe("The same as `p_touch_7d`."),
      p_hit_14d: Probability.describe("Probability that the stop is hit within 14 days, also after nearer targets."),
    }),
    targets: z.array(Target).length(3),
    odds_basis: z.string().describe("Source of the frequencies, and their error on other data."),
    odds_error: Probability.optional().describe(
      "How far the odds before the stop were off on average: closer to `p_break_even` nobody can tell above from below, and " +
        "a larger distance above is not an edge, see `odds_basis`.",
    ),
    side_record: z
      .object({
        side: z.enum(["long", "short"]),
        period: z.string(),
        sharpe_low: z.number().describe("Annual Sharpe ratios of the variants of the study, after costs."),
        sharpe_high: z.number(),
        made_money: z.boolean(),
        note: z.string(),
      })
      .optional()
      .describe("What calls on this side earned in the study."),
  }),
  barriers: z.object({
    supports: z.array(Barrier).min(1),
    resistances: z.array(Barrier).min(1),
    breakouts: z.array(Barrier).describe("Highs and lows of 7 and 30 days. They break more often than they hold."),
    random_level_hold_rate: Probability,
  }),
  now: Now.optional().describe(
    "The same figures at the price of this answer. All others are those of `price_of_record` at `decided_at`, as sealed.",
  ),
  outlook: Outlook,
  volatility: VolatilityTerms.optional(),
  cost_details: z.object({
    funding_rate_8h_pct: z.number().nullable(),
    funding_annual_pct: z.number().nullable().describe("The 8-hour rate, 3 times a day, 365 days."),
    funding_paid_by: z.enum(["longs", "shorts", "nobody"]).nullable(),
    funding_as_of: DateTime.nullable(),
    atr: z.number().positive().describe("ATR(14) of closed days, US dollars."),
    atr_pct: z.number().positive(),
  }),
  trade_cost: TradeCost.optional(),
  timestamp: DateTime,
  meta: CallMeta,
})
