import type { Bounds } from "./interval"
import { mean, sum } from "./moments"
import { zFor } from "./normal"

export type Line = {
  /** Alpha per period when returns are regressed on the market's. */
  readonly intercept: number
  readonly slope: number
  readonly interceptInterval: Bounds
}

/**
 * Least squares line of `ys` on `xs`, with a normal interval of the intercept.
 *
 * `null` below three pairs or where `xs` does not vary. Pairs are matched by position.
 */
export function fitLine(xs: readonly number[], ys: readonly number[], confidence = 0.95): Line | null {
  const n = Math.min(xs.length, ys.length)
  const meanX = mean(xs.slice(0, n))
  const meanY = mean(ys.slice(0, n))
  if (n < 3 || meanX === null || meanY === null) return null
  const pairs = xs.slice(0, n).map((x, index) => ({ dx: x - meanX, dy: (ys[index] ?? Number.NaN) - meanY }))
  const squares = sum(pairs.map(({ dx }) => dx * dx))
  if (squares < 1e-18) return null
  const slope = sum(pairs.map(({ dx, dy }) => dx * dy)) / squares
  const intercept = meanY - slope * meanX
  const residual = sum(pairs.map(({ dx, dy }) => (dy - slope * dx) ** 2)) / (n - 2)
  const half = zFor(confidence) * Math.sqrt(residual * (1 / n + meanX ** 2 / squares))
  return { intercept, slope, interceptInterval: { low: intercept - half, high: intercept + half } }
}
