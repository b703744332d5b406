import { abstains, above, type Indicator, NOT_ENOUGH_HISTORY, type Reading, votes } from "./indicator"
import type { MarketView } from "./market-view"
import { parameters } from "./parameters"

const base = { category: "technical", horizon: "7d", evidence: "validated", basis: "1d" } as const

/** Momentum on days, pullbacks inside the trend on 4-hour candles: the readings that history supports. */
export const technical: readonly Indicator[] = [
  {
    ...base,
    name: "rsi_14",
    unit: "index 0–100",
    rule: "RSI(14) of closed days: 55 or more long, 45 or less short (momentum, not contrarian)",
    read: ({ rsi }) => simple(rsi, (value) => above(value, parameters.rsi.long, parameters.rsi.short)),
  },
  {
    ...base,
    name: "macd_hist",
    unit: "US dollars",
    rule: "MACD(12, 26, 9) of closed days: line above zero long, below short; the histogram is shown",
    read: ({ macdLine, macdHistogram }) =>
      macdLine === null || macdHistogram === null
        ? abstains(NOT_ENOUGH_HISTORY)
        : votes(macdHistogram, macdLine > 0 ? "long" : macdLine < 0 ? "short" : "neutral"),
  },
  {
    ...base,
    name: "bollinger_pos",
    unit: "%B of the band",
    rule: "%B(20, 2) of 4-hour closes: 0.10 or less above the daily SMA200 long, 0.90 or more below it short",
    horizon: "24h",
    basis: "4h",
    read: (view) => pullback(view, view.percentB4h, parameters.bollingerPullback),
  },
  {
    ...base,
    name: "stoch_rsi",
    unit: "index 0–100",
    rule: "StochRSI(14) of 4-hour closes: 20 or less above the daily SMA200 long, 80 or more below it short",
    horizon: "24h",
    basis: "4h",
    read: (view) => pullback(view, view.stochRsi4h, parameters.stochRsi),
  },
  {
    ...base,
    name: "mfi_14",
    unit: "index 0–100",
    rule: "Money flow index(14) of closed days: 55 or more long, 45 or less short",
    read: ({ mfi }) => simple(mfi, (value) => above(value, parameters.mfi.long, parameters.mfi.short)),
  },
  {
    ...base,
    name: "cci_20",
    unit: "index",
    rule: "CCI(20) of closed days: +100 or more long, −100 or less short",
    read: ({ cci }) => simple(cci, (value) => above(value, parameters.cci.long, parameters.cci.short)),
  },
  {
    ...base,
    name: "obv_slope",
    unit: "share of volume",
    rule: "On-balance volume gained in 30 days over the volume traded: +0.08 or more long, −0.08 or less short",
    read: ({ obvSlope }) => simple(obvSlope, (value) => above(value, parameters.obvSlope, -parameters.obvSlope)),
  },
]

function simple(value: number | null, vote: (value: number) => ReturnType<typeof above>): Reading {
  return value === null ? abstains(NOT_ENOUGH_HISTORY) : votes(value, vote(value))
}

/** A dip inside an up-trend, a rally inside a down-trend; elsewhere the same reading says nothing. */
function pullback(
  { close, sma200 }: MarketView,
  value: number | null,
  level: { readonly long: number; readonly short: number },
): Reading {
  if (value === null || close === null || sma200 === null) return abstains(NOT_ENOUGH_HISTORY)
  if (close > sma200 && value <= level.long) return votes(value, "long")
  if (close < sma200 && value >= level.short) return votes(value, "short")
  return votes(value, "neutral")
}
