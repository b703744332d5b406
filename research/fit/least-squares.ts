/**
 * Weighted least squares by the normal equations and Gaussian elimination with pivoting. Rows of `xs` have one length.
 *
 * @throws {RangeError} the columns are not independent
 */
export function leastSquares(
  xs: readonly (readonly number[])[],
  ys: readonly number[],
  weights: readonly number[] | null = null,
): readonly number[] {
  const width = xs[0]?.length ?? 0
  const system = Array.from({ length: width }, () => new Float64Array(width + 1))
  for (const [row, x] of xs.entries()) {
    const [weight, y] = [weights?.[row] ?? 1, ys[row] ?? 0]
    for (const [i, equation] of system.entries()) {
      const scaled = weight * (x[i] ?? 0)
      for (let j = 0; j < width; j++) equation[j] = (equation[j] ?? 0) + scaled * (x[j] ?? 0)
      equation[width] = (equation[width] ?? 0) + scaled * y
    }
  }
  return solve(system)
}

function solve(system: Float64Array[]): readonly number[] {
  const width = system.length
  for (let column = 0; column < width; column++) {
    const candidates = system.slice(column).map((row) => Math.abs(row[column] ?? 0))
    const pivot = column + candidates.indexOf(Math.max(...candidates))
    const [own, other] = [system[column], system[pivot]]
    if (own === undefined || other === undefined || !(Math.abs(other[column] ?? 0) > 1e-12)) {
      throw new RangeError("The inputs of the fit are not independent.")
    }
    system[column] = other
    system[pivot] = own
    for (const [index, row] of system.entries()) {
      if (index === column) continue
      const factor = (row[column] ?? 0) / (other[column] ?? 1)
      for (let j = column; j <= width; j++) row[j] = (row[j] ?? 0) - factor * (other[j] ?? 0)
    }
  }
  return system.map((row, index) => (row[width] ?? 0) / (row[index] ?? 1))
}
