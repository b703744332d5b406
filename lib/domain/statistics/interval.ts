import { deviation, mean } from "./moments"
import { normalCdf, zFor } from "./normal"

/** Two bounds, `low ≤ high`. */
export type Bounds = { readonly low: number; readonly high: number }

/**
 * Wilson score interval of a share.
 *
 * `n` may be an effective number and need not be whole. `null` without observations.
 *
 * @see Wilson 1927, Probable inference, the law of succession, and statistical inference.
 */
export function wilsonInterval(share: number, n: number, confidence = 0.95): Bounds | null {
  if (n <= 0) return null
  const z2 = zFor(confidence) ** 2
  const centre = (share + z2 / (2 * n)) / (1 + z2 / n)
  const half = (Math.sqrt(z2) / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n))
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}

/**
 * Interval of a mean, normal, on `n` observations that may be an effective number. `null` without two values or without
 * observations.
 */
export function meanInterval(values: readonly number[], n: number, confidence = 0.95): Bounds | null {
  const average = mean(values)
  const spread = deviation(values)
  if (average === null || spread === null || n <= 0) return null
  const half = (zFor(confidence) * spread) / Math.sqrt(n)
  return { low: average - half, high: average + half }
}

/** From the lower of two lows to the higher of two highs. `null` unless both are known. */
export function hull(a: Bounds | null, b: Bounds | null): Bounds | null {
  return a && b && { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) }
}

/** Two-sided p-value that a share over `n` effective observations differs from `base`, by the normal approximation. */
export function shareDiffersP(share: number, n: number, base: number): number | null {
  const error = Math.sqrt((base * (1 - base)) / n)
  if (!(error > 0) || !Number.isFinite(error)) return null
  return 2 * normalCdf(-Math.abs(share - base) / error)
}
