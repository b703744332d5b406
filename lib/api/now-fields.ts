import { z } from "zod"
import { DateTime } from "./fields"

/* The figures of now, beside the sealed ones. They are absent in answers before 2026-11-27. */

const Price = z.number().positive().describe("US dollars.")
const Probability = z.number().min(0).max(1)

/** Interval that holds the price at the end of the horizon. */
export const NowRange = z.object({ low: Price, high: Price })

/** When and at which price the figures of now were computed. */
export const NowHead = {
  at: DateTime.describe("Time of these figures."),
  price_usd: Price.describe("The price from which these figures are measured: `price` of this answer."),
  hours_since_close: z
    .number()
    .nonnegative()
    .describe(
      "Since `decided_at`. Of a horizon of h hours the variance of the h − k hours that are left counts, about σ²·(h − k)/h.",
    ),
}

/** A level at the price of now. */
export const NowLevel = z.object({
  price: Price,
  passed: z
    .boolean()
    .describe(
      "The level was touched since `decided_at`: by the price, or in an hour that has closed. Its touch odds are 1 then.",
    ),
  distance_pct: z.number().describe("Distance from `price_usd`, percent. Negative: below the price."),
  p_touch_24h: Probability.describe(
    "Probability of a touch between now and 24 hours after `decided_at`; 1 if `passed`.",
  ),
  p_touch_7d: Probability.describe("Probability of a touch between now and 7 days after `decided_at`; 1 if `passed`."),
})

export const NowStop = NowLevel.extend({ p_hit_14d: Probability })

export const NowTarget = NowLevel.extend({
  p_before_stop_14d: Probability.describe(
    "1 when the target was touched before the stop, 0 when the stop was touched first or in the same hour.",
  ),
})

const Sigma = z.number().positive()

/** The forecast of a close, from which the odds of any level follow. */
export const Forecast = z
  .object({ sigma_24h_pct: Sigma, sigma_7d_pct: Sigma, sigma_30d_pct: Sigma })
  .describe(
    "Standard deviations of the log return after `decided_at`, percent. The dashboard computes any level from them.",
  )

export const NowRanges = {
  range80_24h: NowRange.describe("80% range of the price 24 hours after `decided_at`, from the current price."),
  range80_7d: NowRange.describe("80% range of the price 7 days after `decided_at`, from the current price."),
}
