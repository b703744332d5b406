import { mean, sum } from "@/lib/domain/statistics/moments"

/** Fewest values for a standard deviation. */
const MIN_POINTS = 20

/** A smaller deviation is rounding noise. */
const MIN_SIGMA = 1e-9

/**
 * Distance of the newest value from the mean of the values before it, in their standard deviations (population). `null` below 20
 * earlier values; 0 where they do not vary.
 */
export function deviationFromPast(newest: number, past: readonly number[]): number | null {
  const centre = mean(past)
  if (centre === null || past.length < MIN_POINTS) return null
  const sigma = Math.sqrt(sum(past.map((value) => (value - centre) ** 2)) / past.length)
  return sigma < MIN_SIGMA * Math.max(1, Math.abs(centre)) ? 0 : (newest - centre) / sigma
}
