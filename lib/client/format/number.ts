const signedPercent = new Intl.NumberFormat("en-US", {
  style: "percent",
  signDisplay: "exceptZero",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const plainPercent = new Intl.NumberFormat("en-US", {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const plain = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 6 })
const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 4 })

/** A ratio as a signed percentage with a true minus: `−1.3%`, `+0.4%`. */
export function signedPercentOf(ratio: number): string {
  return withMinusSign(signedPercent.format(ratio))
}

/** Beyond this the percentage says nothing to a reader. */
const FAR_RATIO = 9

/** How far a level is from a price, as a signed percentage; `over 10×` where a percentage would have five digits. */
export function awayText(ratio: number): string {
  return ratio > FAR_RATIO ? "over 10×" : signedPercentOf(ratio)
}

/** A ratio as a percentage: `51.2%`. */
export function percentOf(ratio: number): string {
  return withMinusSign(plainPercent.format(ratio))
}

/** A value with at most six significant digits; compact from one million. */
export function reading(value: number): string {
  return withMinusSign((Math.abs(value) >= 1_000_000 ? compact : plain).format(value))
}

/** A ratio with fixed decimals: `−0.42`. */
export function ratioText(ratio: number, digits = 2): string {
  return withMinusSign(ratio.toFixed(digits))
}

/** Replaces the hyphen by a minus sign; a value that rounds to zero gets none. */
export function withMinusSign(text: string): string {
  return text.replace("-", /[1-9]/.test(text) ? "−" : "")
}
