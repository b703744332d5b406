/**
 * Standard normal distribution function, to about 1e-15.
 *
 * @see West 2005, Better approximations to cumulative normal functions (the algorithm of Hart 1968).
 */
export function normalCdf(z: number): number {
  const distance = Math.abs(z)
  const tail = distance > 37 ? 0 : Math.exp((-distance * distance) / 2) * scaledTail(distance)
  return z > 0 ? 1 - tail : tail
}

/** Inverse of `normalCdf`, by bisection: a few calls per answer do not need more speed. */
export function normalQuantile(probability: number): number {
  let low = -38
  let high = 38
  while (high - low > 1e-14 * Math.max(1, Math.abs(low))) {
    const middle = (low + high) / 2
    if (middle === low || middle === high) break
    if (normalCdf(middle) < probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Half-width of a two-sided normal interval in standard errors: 1.96 for 0.95. */
export function zFor(confidence: number): number {
  return normalQuantile((1 + confidence) / 2)
}

const NUMERATOR = [
  3.52624965998911e-2, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931,
  220.206867912376,
]
const DENOMINATOR = [
  8.83883476483184e-2, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831,
  793.826512519948, 440.413735824752,
]

/** The tail without its exponential: a rational function, far out a continued fraction. */
function scaledTail(distance: number): number {
  if (distance < 7.07106781186547) return horner(NUMERATOR, distance) / horner(DENOMINATOR, distance)
  let fraction = distance + 0.65
  for (const step of [4, 3, 2, 1]) fraction = distance + step / fraction
  return 1 / (fraction * Math.sqrt(2 * Math.PI))
}

function horner(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((value, coefficient) => value * x + coefficient, 0)
}
