import { z } from "zod"
import { DateTime } from "@/lib/api/fields"

const Price = z.number().positive().describe("US dollars.")
const Annual = z.number().positive().describe("Volatility of a year, percent.")
const Count = z.number().int().nonnegative()
const Fraction = z.number().min(0).max(1)

const Range80 = z.object({ low: Price, high: Price })

/** The venue's own index of implied volatility. */
export const VolatilityIndex = z
  .object({
    value_annual_pct: Annual.describe("Volatility that options of the next 30 days imply, percent a year."),
    change_1d_pp: z.number().nullable().describe("Against the close of the day before, percentage points."),
    change_7d_pp: z.number().nullable().describe("Against the close of 7 days before, percentage points."),
    low_1y_annual_pct: Annual.describe("Lowest close of the 365 days before."),
    high_1y_annual_pct: Annual.describe("Highest close of the 365 days before."),
    percentile_1y: Fraction.describe("Share of the closes of the 365 days before that were lower."),
    days: z.number().int().positive().describe("Days behind the percentile."),
  })
  .describe("DVOL of Deribit.")

export const Expiry = z.object({
  expiry: DateTime,
  hours: z.number().positive().describe("From `timestamp` to the expiry."),
  forward: Price.describe("Future of the same expiry, US dollars."),
  at_the_money_annual_pct: Annual.describe("At the forward, between the two nearest strikes linear in variance."),
  put25_annual_pct: Annual.nullable().describe("Of the put whose delta is −25%. null: no strike is that far out."),
  call25_annual_pct: Annual.nullable().describe("Of the call whose delta is 25%. null: no strike is that far out."),
  skew25_pp: z
    .number()
    .nullable()
    .describe("`put25_annual_pct` less `call25_annual_pct`. Above 0: protection against a fall costs more."),
  expected_move_pct: z
    .number()
    .nonnegative()
    .describe("Standard deviation of the log return until the expiry, percent, by the options at the money."),
  forecast_move_pct: z
    .number()
    .nonnegative()
    .nullable()
    .describe("The same by our forecast. null: more than 30 days ahead."),
  strikes: z.number().int().positive().describe("Strikes out of the money behind it."),
})

export const EventMove = z.object({
  name: z.string(),
  at: DateTime,
  from: DateTime.describe("Last expiry before the event, or the time of the quotes."),
  until: DateTime.describe("First expiry after it."),
  span_move_pct: z
    .number()
    .nonnegative()
    .describe("Standard deviation of the log return between `from` and `until` that options imply, percent."),
  event_move_pct: z
    .number()
    .nonnegative()
    .nullable()
    .describe(
      "The part above the rate of the spans before and after it, percent; 0 where they cost as much, null without such a span. Events of one " +
        "span share it.",
    ),
})

export const Term = z.object({
  hours: z.number().int().positive().describe("From `timestamp` on."),
  implied_move_pct: z
    .number()
    .nonnegative()
    .nullable()
    .describe(
      "Standard deviation of the log return, percent, by options: between expiries linear in variance, before the first expiry at " +
        "its rate. null: no expiry is that far.",
    ),
  implied_annual_pct: Annual.nullable().describe("The same as the volatility of a year."),
  forecast_move_pct: z
    .number()
    .nonnegative()
    .describe("Standard deviation of the log return by our forecast, percent."),
  forecast_annual_pct: Annual.describe("The same as the volatility of a year."),
  forecast_error_pct: z
    .number()
    .nonnegative()
    .describe(
      "Median distance of what followed from such forecasts, percent of the forecast; on the closes of the fit.",
    ),
  premium_pp: z
    .number()
    .nullable()
    .describe("`implied_annual_pct` less `forecast_annual_pct`. Above 0: options cost more than we expect."),
  variance_ratio: z.number().nonnegative().nullable().describe("Implied variance over forecast variance."),
  implied_range80: Range80.nullable().describe(
    "80% range of the price then, log-normal around the price now by `implied_move_pct`: the skew is not in it.",
  ),
  forecast_range80: Range80.describe("80% range of the price then by our forecast and its observed frequencies."),
})

/** The index against what was realised. */
export const RealisedPremium = z
  .object({
    realised_30d_annual_pct: Annual.describe("Realised over the last 30 days, by daily ranges, percent a year."),
    over_realised_pp: z.number().describe("The index less `realised_30d_annual_pct`, percentage points."),
    percentile_1y: Fraction.nullable().describe(
      "Share of the same difference of the 365 days before that was lower, each day with what was known then. null: too few days.",
    ),
    days: Count.describe("Days behind the percentile."),
    since: z
      .object({
        implied_annual_pct: Annual.describe("The index of the newest day whose 30 days are over."),
        realised_annual_pct: Annual.describe("What was realised in those 30 days, percent a year."),
      })
      .nullable(),
    above_realised: z
      .object({
        share: Fraction.nullable().describe(
          "Share of the days of the last year whose index was above what the 30 days after realised. null: no day is over.",
        ),
        days: Count.describe("Their windows overlap: about one in 30 is independent."),
      })
      .describe("How often options were too dear afterwards."),
  })
  .describe("The index of 30 days against the realised volatility.")

export const Quality = z
  .object({
    quotes_read: Count,
    quotes_used: Count,
    left_out: z
      .array(z.object({ reason: z.string(), rule: z.string(), quotes: z.number().int().positive() }))
      .describe("Quotes that are not used, by the first rule that they break."),
    left_out_expiries: z
      .array(z.object({ expiry: DateTime, reason: z.enum(["few_strikes", "butterfly", "calendar"]) }))
      .describe(
        "few_strikes: fewer than 5 strikes out of the money, or none on one side. butterfly: three options would be free money. " +
          "calendar: a later expiry would have less variance than an earlier one.",
      ),
  })
  .describe("What the figures rest on.")
