/** Rounds to decimals; −0 becomes 0, so that equal answers are equal bytes. */
export function round(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor + 0
}

/** A dollar price in cents, or in hundredths of a cent below ten dollars. */
export function roundPrice(value: number): number {
  return round(value, value < 10 ? 4 : 2)
}
