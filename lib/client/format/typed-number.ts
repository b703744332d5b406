/** What a person typed into a field for a number. `value` and `readings` are plain decimals: `178.5`. */
export type TypedNumber =
  | { readonly kind: "number"; readonly value: string }
  /** `95.000` is 95 in one country and 95,000 in another. The reader has to say which. */
  | { readonly kind: "ambiguous"; readonly readings: readonly [string, string] }
  | { readonly kind: "invalid" }

const INVALID: TypedNumber = { kind: "invalid" }

/** The sign of the unit may stand before or after the number; another currency is not a number here. */
const UNITS = {
  dollars: { before: /^(?:US)?\$|^USDC?/i, after: /(?:US)?\$$|USDC?$/i },
  percent: { before: /^%/, after: /%$/ },
  none: { before: /^(?!)/, after: /^(?!)/ },
} as const

export type Unit = keyof typeof UNITS

/**
 * Reads a positive decimal number in any usual spelling: decimal point or comma; thousands with commas, points, spaces,
 * apostrophes or underscores; the sign of its unit. Never guesses: text with two readings is `ambiguous`. Pure.
 */
export function readTypedNumber(text: string, unit: Unit = "none"): TypedNumber {
  const { before, after } = UNITS[unit]
  const plain = text.normalize("NFKC").trim().replace(before, "").replace(after, "").trim()
  const grouped = /^(\d{1,3}(?:([\s'’ʼ_])\d{3})(?:\2\d{3})*)(?:[.,](\d*))?$/.exec(plain)
  if (grouped) return numberOf((grouped[1] ?? "").replaceAll(/\D/g, ""), grouped[3])
  if (!/^[\d.,]*\d[\d.,]*$/.test(plain)) return INVALID
  const [separator, other] = new Set(plain.replaceAll(/\d/g, ""))
  if (separator === undefined) return numberOf(plain)
  const parts = plain.split(separator)
  // With both separators, the last one is the decimal one.
  if (other !== undefined) return withThousands(plain, separator, other)
  if (parts.length > 2) return isGrouped(parts) ? numberOf(parts.join("")) : INVALID
  const [whole = "", decimals = ""] = parts
  if (!isGrouped(parts)) return numberOf(whole, decimals)
  return { kind: "ambiguous", readings: [plainOf(whole + decimals), plainOf(whole, decimals)] }
}

/** The value in dollars, a percentage or a count. `NaN` if the text has no single reading. */
export function typedValue(text: string, unit: Unit): number {
  const typed = readTypedNumber(text, unit)
  return typed.kind === "number" ? Number(typed.value) : Number.NaN
}

/** A plain decimal as text that is read as itself: `1.234` has two readings, `1.2340` has one. */
export function unambiguous(value: string): string {
  return readTypedNumber(value).kind === "ambiguous" ? `${value}0` : value
}

/** A plain decimal with thousands separators, as it is shown back: `95,000`, `178.5`. */
export function shownNumber(value: string): string {
  const [whole = "0", decimals] = value.split(".")
  const shown = BigInt(whole).toLocaleString("en-US")
  return decimals === undefined ? shown : `${shown}.${decimals}`
}

function withThousands(plain: string, thousands: string, decimal: string): TypedNumber {
  const [whole = "", decimals, more] = plain.split(decimal)
  const groups = whole.split(thousands)
  const isValid = more === undefined && decimals !== undefined && !decimals.includes(thousands) && isGrouped(groups)
  return isValid ? numberOf(groups.join(""), decimals) : INVALID
}

/** Whether the parts are a number in groups of three: `1`, `234`. */
function isGrouped([first = "", ...rest]: readonly string[]): boolean {
  return /^[1-9]\d{0,2}$/.test(first) && rest.length > 0 && rest.every((part) => part.length === 3)
}

/** More digits than a number can hold are refused and not rounded. */
const MAX_DIGITS = 15

function numberOf(whole: string, decimals = ""): TypedNumber {
  const value = plainOf(whole, decimals)
  return value.replace(".", "").length > MAX_DIGITS ? INVALID : { kind: "number", value }
}

/** `0.5` for `` and `50`. */
function plainOf(whole: string, decimals = ""): string {
  const digits = whole.replace(/^0+(?=\d)/, "") || "0"
  const fraction = decimals.replace(/0+$/, "")
  return fraction === "" ? digits : `${digits}.${fraction}`
}
