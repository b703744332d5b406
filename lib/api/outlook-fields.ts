import { z } from "zod"

const Price = z.number().positive().describe("US dollars.")

const Range80 = z
  .object({ low: Price, high: Price })
  .describe("Interval that holds the close with probability 0.8, by the volatility forecast.")

const Quantiles = z.object({
  p1: Price,
  p02_5: Price,
  p5: Price,
  p10: Price,
  p25: Price,
  p50: Price,
  p75: Price,
  p90: Price,
  p95: Price,
  p97_5: Price,
  p99: Price,
})

const Shortfall = z.object({
  long_pct: z
    .number()
    .nonpositive()
    .describe("Mean return of a long in the 5% of cases that are worst for it, percent."),
  short_pct: z.number().nonpositive().describe("The same for a short."),
})

/** Where the price of record may go, by the volatility forecast. */
export const Outlook = z.object({
  expected_move_24h_pct: z.number().nonnegative().describe("Forecast standard deviation of the next 24h, percent."),
  range80_24h: Range80,
  range80_7d: Range80,
  quantiles: z
    .object({ "24h": Quantiles, "7d": Quantiles })
    .optional()
    .describe(
      "Prices that the close after 24 hours and 7 days is at or below in 1, 2.5, 5, 10, 25, 50, 75, 90, 95, 97.5 and 99% of " +
        "cases. p10 and p90 are the 80% range.",
    ),
  expected_shortfall: z
    .object({ "24h": Shortfall, "7d": Shortfall })
    .optional()
    .describe("Mean loss beyond the 5% quantile."),
})

/** Volatility by horizon. */
export const VolatilityTerms = z
  .array(
    z.object({
      hours: z.number().positive().describe("Horizon in hours, from the 4h close of the call."),
      sigma_pct: z.number().nonnegative().describe("Standard deviation of the return over the horizon, percent."),
      annual_pct: z.number().nonnegative().describe("The same as the volatility of a year, percent."),
      error_pct: z
        .number()
        .nonnegative()
        .describe(
          "In half of the cases the volatility that followed, measured by hourly ranges, was farther from the forecast than this, " +
            "percent of the forecast; on the closes of the fit.",
        ),
    }),
  )
  .describe("Volatility from 1 hour to 30 days, by the forecast behind ranges, odds and sizes.")
