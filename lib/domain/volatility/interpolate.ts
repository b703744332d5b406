/**
 * As `interpolate` of logs: power laws between the points, and the last one continued. `xs` ascends, and all are above 0. Returns of
 * coins have such tails (Cont 2001, doi:10.1080/713665670).
 */
export function powerLaws(xs: readonly number[], ys: readonly number[], x: number): number {
  const [logXs, logYs] = [xs.map(Math.log), ys.map(Math.log)]
  const [[x0 = 0, x1 = 0], [y0 = 0, y1 = 0]] = [logXs.slice(-2), logYs.slice(-2)]
  const logX = Math.log(x)
  return Math.exp(logX <= x1 ? interpolate(logXs, logYs, logX) : y1 + ((y1 - y0) * (logX - x1)) / (x1 - x0))
}

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
