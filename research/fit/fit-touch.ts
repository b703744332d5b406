import { reflectionDeviations, reflectionProbability } from "@/lib/domain/volatility/touch"
import type { FitHorizon } from "./closes"
import { isotonic } from "./isotonic"

/** Probabilities by the reflection formula at which frequencies are stored. */
const RAW = [1e-12, 1e-6, 1e-4, 0.001, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95] as const

/** Log distances of levels. Traders set levels at prices, not at standard deviations. */
const DISTANCES = [0.01, 0.02, 0.03, 0.05, 0.08, 0.12] as const

/** At this probability and above, levels at fixed distances count. Below it, levels with exactly the probability count. */
const FIXED_FROM: Readonly<Partial<Record<FitHorizon, number>>> = { 24: 0.01, 72: 0.05, 168: 0.1 }

/** The largest move to one side within the horizon, as a positive log return, with the forecast at its start. */
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
  return [...ascending, 1]
}

/** A level at the price is touched. */
export const RAW_PROBABILITIES: readonly number[] = [...RAW, 1]

type Frequency = { readonly frequency: number; readonly weight: number }

/**
 * Levels at which the formula gives exactly `raw`. They are nested, so the frequencies ascend. Where no close reached them, half a
 * touch is counted, because no level has odds of 0.
 */
function frequencyAt(excursions: readonly Excursion[], raw: number): Frequency {
  const z = reflectionDeviations(raw)
  let [touched, total] = [0, 0]
  for (const { reach, sigma, weight } of excursions) {
    total += weight
    if (reach >= z * sigma) touched += weight
  }
  return { frequency: total === 0 ? 0 : Math.max(touched, 0.5) / total, weight: total }
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
