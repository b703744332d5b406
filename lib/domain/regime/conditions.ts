import { absent, at } from "@/lib/domain/indicators/series"
import type { Columns } from "@/lib/domain/market/columns"
import { weekVariance } from "@/lib/domain/volatility/week-variance"
import { regimeParameters } from "./parameters"
import { percentileAt } from "./rolling-volatility"

export const RISK_LEVELS = ["LOW", "MODERATE", "ELEVATED", "HIGH"] as const
export const VOLATILITIES = ["LOW", "NORMAL", "HIGH", "EXTREME"] as const

export type Conditions = {
  readonly riskLevel: (typeof RISK_LEVELS)[number]
  readonly volatility: (typeof VOLATILITIES)[number]
  /** Share of the last year's days that expected a calmer week. */
  readonly volatilityPercentile: number
}

/** Median annualised volatility of bitcoin in the following week by expected level, percent: our own study, 2018-09 to 2026-05. */
export const NEXT_WEEK_VOLATILITY_PCT = {
  LOW: 40,
  NORMAL: 49,
  HIGH: 63,
  EXTREME: 72,
} as const satisfies Record<Conditions["volatility"], number>

const YEAR_DAYS = 365
const HAR_DAYS = 30

/**
 * Expected volatility of the next week compared with the year before. `null` below 394 days of history.
 *
 * Variances are those of daily ranges (Parkinson 1980, doi:10.1086/296071). Their bias is the same every day and does not
 * change ranks. An important event within 24h raises the risk by one level.
 */
export function conditionsOf(days: Columns, isEventNear: boolean): Conditions | null {
  const expected = expectedVariances(days)
  if (expected.length < HAR_DAYS - 1 + YEAR_DAYS) return null
  const percentile = percentileAt(expected, expected.length - 1, YEAR_DAYS)
  const rank = regimeParameters.volatilityCuts.filter((cut) => percentile >= cut).length
  return {
    riskLevel: RISK_LEVELS[Math.min(RISK_LEVELS.length - 1, rank + (isEventNear ? 1 : 0))] ?? "HIGH",
    volatility: VOLATILITIES[rank] ?? "EXTREME",
    volatilityPercentile: percentile,
  }
}

/** Variance expected of each day's following week, 0 where the month before it did not move. */
function expectedVariances({ high, low, length }: Columns): Float64Array {
  const daily = Array.from({ length }, (_, i) => Math.log(at(high, i) / at(low, i)) ** 2 / (4 * Math.LN2))
  const expected = absent(length)
  for (let i = HAR_DAYS - 1; i < length; i++) {
    expected[i] = weekVariance(daily.slice(i - HAR_DAYS + 1, i + 1)) ?? 0
  }
  return expected
}
