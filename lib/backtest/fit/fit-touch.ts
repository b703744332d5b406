import { normalQuantile } from "@/lib/domain/statistics/normal"
import { reflectionProbability } from "@/lib/domain/volatility/touch"
import type { FitHorizon } from "./closes"
import { isotonic } from "./isotonic"

/** Probabilities by the reflection formula at which frequencies are stored. */
const RAW = [
  1e-12, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 0.001, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95,
] as const

/** Distances of levels as fractions of the price. Traders set levels at prices, not at standard deviations. */
const DISTANCES = [0.01, 0.02, 0.03, 0.05, 0.08, 0.12] as const

/** At this probability and above, levels at fixed distances count. Below it, levels with exactly the probability count. */
const FIXED_FROM: Readonly<Partial<Record<FitHorizon, number>>> = { 24: 0.01, 72: 0.05, 168: 0.1 }

/** The largest move to one side within the horizon, as a positive fraction, with the forecast at its start. */
export type Excursion = { readonly reach: number; readonly sigma: number; readonly weight: number }

/** Observed frequency of a touch at each of `RAW_PROBABILITIES`, ascending. */
export function fitTouchMap(excursions: readonly Excursion[], hours: FitHorizon): readonly number[] {
  const fixed = frequenciesAtDistances(excursions)
  const exact = RAW.map((raw) => frequencyAt(excursions, raw))
  const chosen = RAW.map(
    (raw, index) => (raw >= (FIXED_FROM[hours] ?? Infinity) ? fixed[index] : undefined) ?? exact[index],
  )
  const ascending = isotonic(
    chosen.map((one) => one?.frequency ?? 0),
    chosen.map((one) => one?.weight ?? 0),
  )
  return [0, ...ascending, 1]
}

/** With the ends: a level at the price is touched, and one that cannot be reached is not. */
export const RAW_PROBABILITIES: readonly number[] = [0, ...RAW, 1]

type Frequency = { readonly frequency: number; readonly weight: number }

/** Levels at which the formula gives exactly `raw`. They are nested, so the frequencies ascend. */
function frequencyAt(excursions: readonly Excursion[], raw: number): Frequency {
  const z = -normalQuantile(raw / 2)
  let [touched, total] = [0, 0]
  for (const { reach, sigma, weight } of excursions) {
    total += weight
    if (reach >= z * sigma) touched += weight
  }
  return { frequency: total === 0 ? 0 : touched / total, weight: total }
}

/** Levels at fixed distances. Each counts for the two nearest probabilities, weighted by its distance to them. */
function frequenciesAtDistances(excursions: readonly Excursion[]): readonly (Frequency | undefined)[] {
  const [touched, total] = [RAW.map(() => 0), RAW.map(() => 0)]
  const add = (knot: number, weight: number, isTouched: boolean) => {
    total[knot] = (total[knot] ?? 0) + weight
    if (isTouched) touched[knot] = (touched[knot] ?? 0) + weight
  }
  for (const { reach, sigma, weight } of excursions) {
    for (const distance of DISTANCES) {
      const raw = reflectionProbability(distance, sigma)
      const right = RAW.findIndex((knot) => knot >= raw)
      const [low, high] = [RAW[right - 1], RAW[right]]
      if (low === undefined || high === undefined) continue
      const share = (raw - low) / (high - low)
      add(right - 1, weight * (1 - share), reach >= distance)
      add(right, weight * share, reach >= distance)
    }
  }
  return RAW.map((_, knot) => {
    const weight = total[knot] ?? 0
    return weight === 0 ? undefined : { frequency: (touched[knot] ?? 0) / weight, weight }
  })
}
