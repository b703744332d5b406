/** The nearest ascending sequence in weighted least squares, by pooling adjacent violators (Ayer et al. 1955). */
export function isotonic(values: readonly number[], weights: readonly number[]): readonly number[] {
  const pools: { value: number; weight: number; count: number }[] = []
  for (const [index, value] of values.entries()) {
    let pool = { value, weight: weights[index] ?? 1, count: 1 }
    for (let last = pools.at(-1); last !== undefined && last.value > pool.value; last = pools.at(-1)) {
      pools.pop()
      const weight = last.weight + pool.weight
      const mean = weight === 0 ? pool.value : (last.value * last.weight + pool.value * pool.weight) / weight
      pool = { value: mean, weight, count: last.count + pool.count }
    }
    pools.push(pool)
  }
  return pools.flatMap(({ value, count }) => Array<number>(count).fill(value))
}
