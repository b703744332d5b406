import { round } from "@/lib/domain/round"
import { sigmaFor, type VolatilityForecast } from "@/lib/domain/volatility/forecast"
import type { HorizonModel } from "@/lib/domain/volatility/forecast-model"
import type { FitClose, FitHorizon, Window } from "./closes"
import { type WeightOf, withWindow } from "./fit-har"
import { fitTouchMap } from "./fit-touch"

/** Central shares: the quantiles of the answers, and 0.1% and 99.9% for levels that are farther away. */
export const SHARES = [0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.998] as const
const SHORTFALL_SHARE = 0.9

type Forecasted = FitClose & { readonly forecast: VolatilityForecast }
type Weighted = { readonly value: number; readonly weight: number }

/** What closes saw over one horizon, in forecast standard deviations of it. Up and down count as one. */
export function fitHorizon(closes: readonly Forecasted[], hours: FitHorizon, weightOf: WeightOf): HorizonModel {
  const known = withWindow(closes, hours).map((close) => ({
    window: close.window,
    sigma: sigmaFor(close.forecast, hours),
    weight: weightOf(close),
  }))
  const excursions = known.flatMap(({ window: { up, down }, sigma, weight }) => [
    { reach: up, sigma, weight },
    { reach: -down, sigma, weight },
  ])
  const distances = sorted(
    known.map(({ window, sigma, weight }) => ({ value: Math.abs(window.logReturn) / sigma, weight })),
  )
  const tail = quantileOf(distances, SHORTFALL_SHARE)
  return {
    hours,
    touch: fitTouchMap(excursions, hours).map((frequency) => round(frequency, 6)),
    halfWidths: SHARES.map((share) => (share === 0 ? 0 : round(quantileOf(distances, share), 4))),
    shortfall: round(meanOf(distances.filter(({ value }) => value >= tail)), 4),
    error: round(errorOf(known), 4),
  }
}

/** Realised volatility is that of hourly ranges, scaled so that its variance is right in the mean. */
function errorOf(
  known: readonly { readonly window: Window; readonly sigma: number; readonly weight: number }[],
): number {
  const ratios = known.map(({ window, sigma, weight }) => ({ value: window.rangeVariance / sigma ** 2, weight }))
  const scale = meanOf(ratios)
  const errors = ratios.map(({ value, weight }) => ({ value: Math.abs(Math.sqrt(value / scale) - 1), weight }))
  return quantileOf(sorted(errors), 0.5)
}

function sorted(values: readonly Weighted[]): readonly Weighted[] {
  return values.toSorted((a, b) => a.value - b.value)
}

/** The smallest value up to which the share of the weight lies. */
function quantileOf(ascending: readonly Weighted[], share: number): number {
  const total = ascending.reduce((sum, { weight }) => sum + weight, 0)
  let sum = 0
  return ascending.find(({ weight }) => (sum += weight) >= share * total)?.value ?? 0
}

function meanOf(values: readonly Weighted[]): number {
  const total = values.reduce((sum, { weight }) => sum + weight, 0)
  return values.reduce((sum, { value, weight }) => sum + value * weight, 0) / total
}
