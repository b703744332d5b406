import { withMinusSign } from "@/lib/client/format/number"

const compactUsd = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumSignificantDigits: 4,
})
const cents = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" })
const wholeUsd = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 })
const fineUsd = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumSignificantDigits: 4 })
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 })

/** Shown for an unknown value. Never 0. */
export const UNKNOWN = "–"

/** Dollars in short form: `$1.204B`, `−$312.4M`. */
export function usd(value: number | null | undefined): string {
  return value === null || value === undefined ? UNKNOWN : withMinusSign(compactUsd.format(value))
}

/** Dollars in full; with cents below ten thousand: `$1,563.90`, `$108,652`. */
export function fullUsd(value: number | null | undefined): string {
  if (value === null || value === undefined) return UNKNOWN
  return withMinusSign((Math.abs(value) < 10_000 ? cents : wholeUsd).format(value))
}

/** A token price, possibly far below a cent: `$0.00001234`. */
export function tokenPrice(value: number | null | undefined): string {
  return value === null || value === undefined ? UNKNOWN : withMinusSign(fineUsd.format(value))
}

/** A value that is already in percent: `7.4%`. */
export function pct(value: number | null | undefined, digits = 1): string {
  return value === null || value === undefined ? UNKNOWN : withMinusSign(`${value.toFixed(digits)}%`)
}

/** The same with its sign; zero has none: `+7.4%`, `−1.2%`. */
export function signedPct(value: number | null | undefined, digits = 1): string {
  return value === null || value === undefined ? UNKNOWN : signed(value, (size) => `${size.toFixed(digits)}%`)
}

/** Dollars with their sign: `+$310.2M`. */
export function signedUsd(value: number | null | undefined): string {
  return value === null || value === undefined ? UNKNOWN : signed(value, (size) => compactUsd.format(size))
}

/** A ratio as a whole percentage: `47%`. Values near the ends read `>99%` and `<1%`. */
export function share(value: number | null | undefined): string {
  if (value === null || value === undefined) return UNKNOWN
  const percent = Math.round(value * 100)
  if (percent === 0 && value > 0) return "<1%"
  return percent === 100 && value < 1 ? ">99%" : `${percent}%`
}

/** A whole number with separators. */
export function count(value: number | null | undefined): string {
  return value === null || value === undefined ? UNKNOWN : withMinusSign(whole.format(value))
}

/** A whole number with its sign: `+1,250`, `−40`. */
export function signedCount(value: number | null | undefined): string {
  return value === null || value === undefined ? UNKNOWN : signed(value, (size) => whole.format(size))
}

/** Codes that need a special spelling: names, abbreviations, hyphens. */
const specialNames: ReadonlyMap<string, string> = new Map([
  ["always_long_vol_target", "Always long, volatility target"],
  ["bea", "BEA"],
  ["bls", "BLS"],
  ["bls-data", "BLS data"],
  ["btc", "BTC"],
  ["coin_flip_seeded", "Coin flip (seeded)"],
  ["de_escalation", "De-escalation"],
  ["donchian_20", "20-day channel"],
  ["eth", "ETH"],
  ["fear_greed", "Fear & greed"],
  ["fear_greed_contrarian", "Fear & greed, contrarian"],
  ["forexfactory", "Forex Factory"],
  ["momentum_30d", "30-day momentum"],
  ["momentum_7d", "7-day momentum"],
  ["range80_7d", "7-day 80% range"],
  ["rsi_contrarian", "RSI, contrarian"],
  ["sma_200", "200-day average"],
  ["sma_50", "50-day average"],
  ["sol", "SOL"],
])

/** `FEAR_CAPITULATION` and `DE_ESCALATION` become `Fear capitulation` and `De-escalation`. */
export function words(code: string): string {
  const name = specialNames.get(code.toLowerCase())
  if (name !== undefined) return name
  const text = code.replaceAll("_", " ").toLowerCase()
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function signed(value: number, format: (size: number) => string): string {
  const text = format(Math.abs(value))
  const isZero = !/[1-9]/.test(text)
  return isZero ? text : `${value > 0 ? "+" : "−"}${text}`
}
