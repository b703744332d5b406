import type { Bounds } from "./interval"
import { quantile } from "./moments"
import type { Random } from "./random"

export type BootstrapOptions = {
  /** Mean length of a block, in rows. */
  readonly meanBlock: number
  readonly reps: number
  readonly random: Random
}

/** The middle part of replicates, `null` of none. */
export function percentileInterval(values: readonly number[], confidence = 0.95): Bounds | null {
  const outside = (1 - confidence) / 2
  const low = quantile(values, outside)
  const high = quantile(values, 1 - outside)
  return low === null || high === null ? null : { low, high }
}

/**
 * The statistic of each series that the stationary bootstrap draws.
 *
 * A row is everything of one moment (all coins together), so that correlation within the row survives. The row numbers
 * are reused from one call to the next. Empty when there are no rows.
 *
 * @see Politis and Romano 1994, The stationary bootstrap.
 */
export function replicates<T>(
  length: number,
  statistic: (rows: Int32Array) => T,
  { meanBlock, reps, random }: BootstrapOptions,
): readonly T[] {
  if (length === 0) return []
  const rows = new Int32Array(length)
  return Array.from({ length: reps }, () => {
    resample(rows, meanBlock, random)
    return statistic(rows)
  })
}

/** Fills `rows` with blocks of geometric length that wrap around the end. */
function resample(rows: Int32Array, meanBlock: number, random: Random): void {
  let row = 0
  let left = 0
  for (let i = 0; i < rows.length; i++) {
    if (left === 0) {
      row = Math.floor(random() * rows.length)
      left = blockLength(meanBlock, random)
    }
    rows[i] = row
    row = row + 1 === rows.length ? 0 : row + 1
    left--
  }
}

/** Geometric with mean `meanBlock`, by inversion. */
function blockLength(meanBlock: number, random: Random): number {
  if (meanBlock <= 1) return 1
  return 1 + Math.floor(Math.log1p(-random()) / Math.log1p(-1 / meanBlock))
}
