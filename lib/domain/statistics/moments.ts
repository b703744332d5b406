export function sum(values: readonly number[]): number {
  let total = 0
  for (const value of values) total += value
  return total
}

/** Arithmetic mean, `null` of nothing. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length
}

/** Unbiased variance (n − 1), `null` below two values. */
export function variance(values: readonly number[]): number | null {
  const centre = mean(values)
  if (centre === null || values.length < 2) return null
  return sum(values.map((value) => (value - centre) ** 2)) / (values.length - 1)
}

/** Unbiased standard deviation, `null` below two values. */
export function deviation(values: readonly number[]): number | null {
  const squared = variance(values)
  return squared === null ? null : Math.sqrt(squared)
}

/** Population skewness and kurtosis (3 for a normal distribution), `null` where the values do not vary. */
export function shape(values: readonly number[]): { readonly skewness: number; readonly kurtosis: number } | null {
  const centre = mean(values)
  if (centre === null) return null
  const moment = (power: number) => sum(values.map((value) => (value - centre) ** power)) / values.length
  const second = moment(2)
  if (second === 0) return null
  return { skewness: moment(3) / second ** 1.5, kurtosis: moment(4) / second ** 2 }
}

/** Median, `null` of nothing. */
export function median(values: readonly number[]): number | null {
  return quantile(values, 0.5)
}

/** Quantile by linear interpolation between order statistics (type 7 of Hyndman and Fan), `null` of nothing. */
export function quantile(values: readonly number[], probability: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const position = (sorted.length - 1) * probability
  const low = sorted[Math.floor(position)]
  const high = sorted[Math.ceil(position)]
  if (low === undefined || high === undefined) return null
  return low + (high - low) * (position - Math.floor(position))
}
