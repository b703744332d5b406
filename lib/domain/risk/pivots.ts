import { at } from "@/lib/domain/indicators/series"

/**
 * Lows that `reach` bars on each side do not undercut, oldest first. A pivot is known only when the bars after it are,
 * so the last `reach` bars hold none.
 */
export function pivotLows(low: Float64Array, reach: number): number[] {
  return pivots(low, reach, 1)
}

export function pivotHighs(high: Float64Array, reach: number): number[] {
  return pivots(high, reach, -1)
}

function pivots(series: Float64Array, reach: number, sign: 1 | -1): number[] {
  const found: number[] = []
  for (let i = reach; i < series.length - reach; i++) {
    if (isPivot(series, i, reach, sign)) found.push(at(series, i))
  }
  return found
}

function isPivot(series: Float64Array, index: number, reach: number, sign: 1 | -1): boolean {
  const candidate = sign * at(series, index)
  for (let other = index - reach; other <= index + reach; other++) {
    if (sign * at(series, other) < candidate) return false
  }
  return true
}
