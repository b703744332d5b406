import { z } from "zod"
import { parseUsdc } from "@/lib/domain/usdc"
import { defineContract } from "@/lib/api/contract"
import {
  CallMeta,
  CategoryVote,
  CoinParam,
  CoinPathParam,
  DateTime,
  Direction,
  NoParams,
  PriceOfRecord,
} from "@/lib/api/fields"
import { callFreshness } from "@/lib/api/freshness"
import { Forecast, NowHead, NowRanges, NowStop, NowTarget } from "@/lib/api/now-fields"
import { Outlook } from "@/lib/api/outlook-fields"
import { exampleOutlook } from "@/lib/api/outlook-example"

const Count = z.number().int().min(0)
const Price = z.number().positive().describe("US dollars.")

const CategoryCounts = z.object({ long: Count, short: Count, neutral: Count, unavailable: Count })

const Probability = z.number().min(0).max(1)

const LevelOdds = z
  .object({
    kind: z
      .enum(["plan", "reference"])
      .describe("reference: the signal is NEUTRAL or a lean, which is not a clear edge, so no trade is proposed."),
    side: z
      .enum(["long", "short"])
      .describe("Side of the trade that the levels belong to. For NEUTRAL they are the levels of a long."),
    stop_loss: z.object({
      p_touch_24h: Probability,
      p_touch_7d: Probability,
      p_14d: Probability.describe("Never below `p_touch_7d`."),
    }),
    take_profits: z
      .array(
        z.object({
          p_touch_24h: Probability,
          p_touch_7d: Probability,
          p_before_stop_14d: Probability.describe(
            "Probability that the target is touched within 14 days before the stop.",
          ),
        }),
      )
      .describe("Odds of take_profit_1 to take_profit_3, in this order."),
  })
  .describe(
    "Within 24h and 7 d by the volatility forecast, within 14 days as often as observed at these distances in units of " +
      "it, whatever the direction says.",
  )

/** The vote of the indicators on one coin, with a forecast for the next day. */
export const signalContract = defineContract({
  id: "signal",
  path: "/signal/{coin}",
  price: parseUsdc("0.05"),
  title: "Trading signal",
  description:
    "Direction by an open vote of indicators, with calibrated probability, votes by category, levels and 80% ranges.",
  tags: ["signals", "crypto", "trading"],
  freshness: callFreshness,
  pathParams: z.object({ coin: CoinPathParam }),
  queryParams: NoParams,
  response: z.object({
    coin: CoinParam,
    price: Price.describe("Current price, US dollars."),
    ...PriceOfRecord,
    signal: z.object({
      direction: Direction,
      confidence: z
        .number()
        .min(0)
        .max(1)
        .describe(
          "Calibrated probability that the price is on the side of the signal after 24h (NEUTRAL: on the more likely side).",
        ),
      strength: z
        .number()
        .int()
        .min(0)
        .max(100)
        .describe(
          "0–24 NEUTRAL, 25–49 a lean, 50–74 LONG or SHORT, 75–100 a strong class. Within a class it rises with the agreement of the votes. It is not a probability.",
        ),
    }),
    confidence_kind: z.literal("p_direction_24h"),
    votes: z.object({ long: Count, short: Count, neutral: Count, total: Count }),
    categories: z.object({
      sentiment: CategoryVote,
      technical: CategoryVote,
      trend: CategoryVote,
      macro: CategoryVote,
    }),
    breakdown: z.object({
      sentiment: CategoryCounts,
      technical: CategoryCounts,
      trend: CategoryCounts,
      macro: CategoryCounts,
    }),
    outlook: Outlook.extend({
      p_up_24h: z.number().min(0).max(1),
      flags: z.array(z.enum(["uptrend_pullback", "downtrend_rally", "stretched"])),
    }),
    levels: z
      .object({
        entry: Price,
        stop_loss: Price,
        take_profit_1: Price,
        take_profit_2: Price,
        take_profit_3: Price,
      })
      .optional(),
    level_odds: LevelOdds.optional(),
    now: z
      .object({
        ...NowHead,
        p_up_24h: Probability.describe(
          "Probability that the price 24 hours after `decided_at` is above `price_of_record`.",
        ),
        ...NowRanges,
        forecast: Forecast.optional(),
        stop_loss: NowStop.optional(),
        take_profits: z.array(NowTarget).optional().describe("Odds of take_profit_1 to take_profit_3, in this order."),
      })
      .optional()
      .describe(
        "The same figures at the price of this answer. All others are those of `price_of_record` at `decided_at`, as sealed.",
      ),
    timestamp: DateTime,
    meta: CallMeta,
  }),
  exampleParams: { coin: "BTC" },
  example: {
    coin: "BTC",
    price: 96_412.5,
    price_of_record: 96_412.5,
    decided_at: "2026-11-20T12:00:00.000Z",
    price_moved_pct: 0,
    signal: { direction: "LEAN_LONG", confidence: 0.512, strength: 42 },
    confidence_kind: "p_direction_24h",
    votes: { long: 12, short: 5, neutral: 7, total: 24 },
    categories: { sentiment: "NEUTRAL", technical: "LONG", trend: "LONG", macro: "LONG" },
    breakdown: {
      sentiment: { long: 2, short: 2, neutral: 1, unavailable: 1 },
      technical: { long: 4, short: 1, neutral: 2, unavailable: 0 },
      trend: { long: 4, short: 1, neutral: 1, unavailable: 0 },
      macro: { long: 2, short: 1, neutral: 3, unavailable: 0 },
    },
    outlook: {
      p_up_24h: 0.512,
      ...exampleOutlook,
      flags: [],
    },
    levels: {
      entry: 96_412.5,
      stop_loss: 92_790,
      take_profit_1: 100_035,
      take_profit_2: 103_657.5,
      take_profit_3: 107_280,
    },
    level_odds: {
      kind: "reference",
      side: "long",
      stop_loss: { p_touch_24h: 0.0841, p_touch_7d: 0.4323, p_14d: 0.5864 },
      take_profits: [
        { p_touch_24h: 0.0914, p_touch_7d: 0.4493, p_before_stop_14d: 0.4829 },
        { p_touch_24h: 0.0127, p_touch_7d: 0.1982, p_before_stop_14d: 0.2702 },
        { p_touch_24h: 0.0035, p_touch_7d: 0.088, p_before_stop_14d: 0.1599 },
      ],
    },
    now: {
      at: "2026-11-20T12:00:05.000Z",
      price_usd: 96_412.5,
      hours_since_close: 0,
      p_up_24h: 0.512,
      forecast: { sigma_24h_pct: 2.1, sigma_7d_pct: 5.5, sigma_30d_pct: 11.7 },
      range80_24h: { low: 94114.2, high: 98766.92 },
      range80_7d: { low: 89816.37, high: 103493.05 },
      stop_loss: {
        price: 92_790,
        passed: false,
        distance_pct: -3.76,
        p_touch_24h: 0.0841,
        p_touch_7d: 0.4323,
        p_hit_14d: 0.5864,
      },
      take_profits: [
        {
          price: 100_035,
          passed: false,
          distance_pct: 3.76,
          p_touch_24h: 0.0914,
          p_touch_7d: 0.4493,
          p_before_stop_14d: 0.4829,
        },
      ],
    },
    timestamp: "2026-11-20T12:00:05.000Z",
    meta: {
      as_of: "2026-11-20T12:00:00.000Z",
      mode: "sandbox",
      method_version: "2026.11-1",
      sources: [{ name: "binance", as_of: "2026-11-20T12:00:00.000Z", age_s: 5 }],
      abstaining: [{ indicator: "sentiment.fear_greed", reason: "no reading within 36 h" }],
      degraded: [],
      disclaimer: "Research, not advice. Direction is close to unpredictable; read the track record.",
      sealed: {
        id: "BTC-2026-11-20T12:00:00.000Z",
        commitment: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
      },
    },
  },
})
