import { mean, sum } from "./moments"
import type { Forecast } from "./scoring"

/** One row of a reliability table; rows without forecasts are left out. */
export type ReliabilityBin = {
  readonly from: number
  readonly to: number
  readonly n: number
  readonly meanProbability: number
  readonly observedRate: number
}

export const BIN_COUNT = 10

/** Ten bins of equal width over [0, 1]; a probability of exactly 1 falls into the last. */
export function reliabilityTable(forecasts: readonly Forecast[]): readonly ReliabilityBin[] {
  return Array.from({ length: BIN_COUNT }, (_, bin) => {
    const inside = forecasts.filter(({ probability }) => binOf(probability) === bin)
    const meanProbability = mean(inside.map(({ probability }) => probability))
    const observedRate = mean(inside.map(({ happened }) => Number(happened)))
    if (meanProbability === null || observedRate === null) return []
    return [{ from: bin / BIN_COUNT, to: (bin + 1) / BIN_COUNT, n: inside.length, meanProbability, observedRate }]
  }).flat()
}

/**
 * Expected calibration error: the mean distance of stated and observed rates, weighted by forecasts. 0 is perfect.
 *
 * @see Naeini, Cooper and Hauskrecht 2015, Obtaining well calibrated probabilities using Bayesian binning.
 */
export function calibrationError(forecasts: readonly Forecast[]): number | null {
  if (forecasts.length === 0) return null
  const distances = reliabilityTable(forecasts).map(
    ({ n, meanProbability, observedRate }) => n * Math.abs(meanProbability - observedRate),
  )
  return sum(distances) / forecasts.length
}

function binOf(probability: number): number {
  return Math.min(BIN_COUNT - 1, Math.floor(probability * BIN_COUNT))
}
