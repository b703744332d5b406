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
import example from "./example.json" with { type: "json" }

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
  description: "Direction by an open vote of indicators, with calibrated probability, votes, levels and 80% ranges.",
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
  example,
})
