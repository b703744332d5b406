/** Half away from zero at `digits` decimals, without the noise of binary sums; never `-0`. */
export function round(value: number, digits: number): number {
  const scaled = Number(`${Math.abs(value)}e${digits}`)
  const rounded = Number.isFinite(scaled)
    ? Number(`${Math.round(scaled)}e-${digits}`)
    : Number(Math.abs(value).toFixed(digits))
  return value < 0 && rounded !== 0 ? -rounded : rounded
}

/** `round`, with `null` for an absent value. */
export function roundOrNull(value: number | null, digits: number): number | null {
  return value === null ? null : round(value, digits)
}
