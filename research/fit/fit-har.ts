import { variancePerDay } from "@/lib/domain/volatility/forecast"
import { type ForecastFeatures, WINDOWS_H } from "@/lib/domain/volatility/features"
import type { HarCoefficients } from "@/lib/domain/volatility/forecast-model"
import type { FitClose, FitHorizon, Window } from "./closes"
import { leastSquares } from "./least-squares"

/** A close whose inputs of the forecast are known. */
export type FeaturedClose = FitClose & { readonly features: ForecastFeatures }

export type WeightOf = (close: FitClose) => number

/** Closes whose window is known, with that window. */
export function withWindow<C extends FitClose>(
  closes: readonly C[],
  hours: FitHorizon,
): readonly (C & { readonly window: Window })[] {
  return closes.flatMap((close) => {
    const window = close.windows.get(hours)
    return window === undefined ? [] : [{ ...close, window }]
  })
}

/**
 * Ordinary least squares on the log of the realised variance per day. The intercept is then scaled so that the mean of
 * realised over forecast variance is 1.
 */
export function fitHar(closes: readonly FeaturedClose[], hours: FitHorizon, weightOf: WeightOf): HarCoefficients {
  const known = withWindow(closes, hours)
  const realised = known.map(({ window }) => (24 * window.variance) / hours)
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
  const [intercept = 0, ...others] = solution
  const windows = others.slice(0, WINDOWS_H.length)
  const [year = 0, move24h = 0, move7d = 0, saturday = 0, sunday = 0, monday = 0] = others.slice(WINDOWS_H.length)
  return { intercept, windows, year, move24h, move7d, weekdays: { saturday, sunday, monday } }
}
