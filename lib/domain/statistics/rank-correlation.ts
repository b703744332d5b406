import { mean, sum } from "./moments"

/** Spearman's rank correlation, ties by their mean rank; `null` below two pairs or where either side is constant. */
export function spearman(xs: readonly number[], ys: readonly number[]): number | null {
  return xs.length === ys.length ? pearson(meanRanks(xs), meanRanks(ys)) : null
}

function pearson(xs: readonly number[], ys: readonly number[]): number | null {
  const meanX = mean(xs)
  const meanY = mean(ys)
  if (meanX === null || meanY === null) return null
  const cross = sum(xs.map((x, index) => (x - meanX) * ((ys[index] ?? Number.NaN) - meanY)))
  const scale = Math.sqrt(sum(xs.map((x) => (x - meanX) ** 2)) * sum(ys.map((y) => (y - meanY) ** 2)))
  return scale === 0 ? null : cross / scale
}

/** Ranks from 1; equal values share the mean of the places they take. */
function meanRanks(values: readonly number[]): readonly number[] {
  const sorted = values.toSorted((a, b) => a - b)
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1)
}
