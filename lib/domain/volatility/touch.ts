import { normalCdf, normalQuantile } from "@/lib/domain/statistics/normal"
import { closeFrequency } from "./close-frequency"
import { logDistance } from "./distance"
import { sigmaFor, type VolatilityForecast } from "./forecast"
import { forecastModel } from "./forecast-model"
import { between } from "./horizon"
import { interpolate, powerLaws } from "./interpolate"

/** Probabilities that the price touches a level within the horizon. */
export type TouchOdds = { readonly within24h: number; readonly within7d: number }

/** Touch odds until 24 hours and 7 days after the forecast was made. */
export function touchOdds(levelUsd: number, priceUsd: number, volatility: VolatilityForecast): TouchOdds {
  const within = (hours: number) => touchProbability(levelUsd, priceUsd, volatility, hours)
  return { within24h: within(24), within7d: within(168) }
}

/** Below this reflection probability, frequencies are power laws of the distance. */
const TAIL_RAW = 0.001

/**
 * Probability that the price touches a level until `hours` after the forecast was made, 1 hour to 30 days: that of the
 * reflection principle, 2·(1 − Φ(d/σ)), mapped to the observed frequency.
 *
 * Levels at the same log distance above and below have the same probability. A level at the price is touched with certainty.
 */
export function touchProbability(
  levelUsd: number,
  priceUsd: number,
  volatility: VolatilityForecast,
  hours: number,
): number {
  const { raw, horizons } = volatility.model ?? forecastModel
  const { elapsedHours = 0 } = volatility
  const distance = logDistance(levelUsd, priceUsd)
  const odds = (left: number) => {
    const until = left + elapsedHours
    const sigma = sigmaFor(volatility, until)
    const mapped = between(horizons, left, ({ touch }) => frequencyAt(raw, touch, distance / sigma))
    // A close beyond a level is a touch of it. Both tails are measured on few closes.
    return Math.max(mapped, closeFrequency(levelUsd, priceUsd, volatility, until))
  }
  // A touch within a day is a touch within a week. The maps are fitted separately.
  const left = hours - elapsedHours
  const shorter = horizons.reduce((most, one) => (one.hours < left ? Math.max(most, odds(one.hours)) : most), 0)
  const next = horizons.find((one) => one.hours >= left)
  const longer = next === undefined ? 1 : Math.max(shorter, odds(next.hours))
  return Math.min(longer, Math.max(shorter, odds(left)))
}

/** Probability that Brownian motion without drift reaches `distance`, a log return. */
export function reflectionProbability(distance: number, sigma: number): number {
  return 2 * (1 - normalCdf(distance / sigma))
}

/** Distance in standard deviations at which the reflection probability is `raw`. */
export function reflectionDeviations(raw: number): number {
  return -normalQuantile(raw / 2)
}

/** `raw` and `touch` ascend from the farthest level to the price. */
function frequencyAt(raw: readonly number[], touch: readonly number[], deviations: number): number {
  const tail = tailOf(raw)
  if (deviations <= (tail.at(0) ?? 0)) return interpolate(raw, touch, reflectionProbability(deviations, 1))
  return powerLaws(tail, touch.slice(0, tail.length).toReversed(), deviations)
}

const knownTails = new WeakMap<readonly number[], readonly number[]>()

/** Distances of the knots of the tail in standard deviations, ascending. */
function tailOf(raw: readonly number[]): readonly number[] {
  const known = knownTails.get(raw)
  if (known !== undefined) return known
  const tail = raw
    .filter((one) => one <= TAIL_RAW)
    .map(reflectionDeviations)
    .toReversed()
  knownTails.set(raw, tail)
  return tail
}
