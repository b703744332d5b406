/** The piecewise linear function through the points `(xs[i], ys[i])`, constant beyond them. `xs` ascends. */
export function interpolate(xs: readonly number[], ys: readonly number[], x: number): number {
  const above = xs.findIndex((knot) => knot >= x)
  const last = xs.length - 1
  const right = above === -1 ? last : above
  const left = above === -1 ? last : Math.max(0, above - 1)
  const [x0 = 0, x1 = 0, y0 = 0, y1 = 0] = [xs[left], xs[right], ys[left], ys[right]]
  if (x1 <= x0 || x <= x0) return x <= x0 ? y0 : y1
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)
}
