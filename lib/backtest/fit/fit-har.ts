import { variancePerDay } from "@/lib/domain/volatility/forecast"
import type { ForecastFeatures } from "@/lib/domain/volatility/features"
import type { HarCoefficients } from "@/lib/domain/volatility/forecast-model"
import type { FitClose, Window } from "./closes"
import { leastSquares } from "./least-squares"

const DAYS = { day: 1, week: 7 } as const

export type WeightOf = (close: FitClose) => number

/** Closes whose window is known, with that window. */
export function withWindow(
  closes: readonly FitClose[],
  horizon: "day" | "week",
): readonly (FitClose & { readonly window: Window })[] {
  return closes.flatMap((close) => {
    const window = close[horizon]
    return window === null ? [] : [{ ...close, window }]
  })
}

/**
 * Ordinary least squares on the log of the realised variance per day. The intercept is then scaled so that the mean of
 * realised over forecast variance is 1.
 */
export function fitHar(closes: readonly FitClose[], horizon: "day" | "week", weightOf: WeightOf): HarCoefficients {
  const known = withWindow(closes, horizon)
  const realised = known.map(({ window }) => window.variance / DAYS[horizon])
  const weights = known.map(weightOf)
  const solution = leastSquares(
    known.map(({ features }) => rowOf(features)),
    realised.map(Math.log),
    weights,
  )
  const unscaled = coefficientsOf(solution)
  const ratios = known.map(({ features }, index) => (realised[index] ?? 0) / variancePerDay(unscaled, features))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = ratios.reduce((sum, ratio, index) => sum + ratio * (weights[index] ?? 0), 0) / total
  return { ...unscaled, intercept: unscaled.intercept + Math.log(mean) }
}

function rowOf({ windowLogs, yearLog, move24h, move7d, weekdays }: ForecastFeatures): readonly number[] {
  return [1, ...windowLogs, yearLog, move24h, move7d, weekdays.saturday, weekdays.sunday, weekdays.monday]
}

function coefficientsOf(solution: readonly number[]): HarCoefficients {
  const [intercept = 0, w1 = 0, w2 = 0, w3 = 0, w4 = 0, year = 0, move24h = 0, move7d = 0, ...rest] = solution
  const [saturday = 0, sunday = 0, monday = 0] = rest
  return { intercept, windows: [w1, w2, w3, w4], year, move24h, move7d, weekdays: { saturday, sunday, monday } }
}
