import { HOUR_MS } from "@/lib/domain/utc-day"
import { above, abstains, exceeds, type Indicator, NOT_ENOUGH_HISTORY, type Reading, votes } from "./indicator"
import type { MarketView } from "./market-view"
import { parameters } from "./parameters"

const base = { category: "technical" } as const
const daily = { ...base, horizon: "7d", inputs: ["days"], maxAgeMs: 30 * HOUR_MS } as const
const fourHourly = {
  ...base,
  horizon: "24h",
  inputs: ["fourHours", "days"],
  maxAgeMs: 8 * HOUR_MS,
} as const

/** Momentum on days, and pullbacks within the trend on 4-hour candles. */
export const technical: readonly Indicator[] = [
  {
    ...daily,
    name: "rsi_14",
    unit: "index 0–100",
    window: "14 days",
    rule: "RSI(14) of closed days: 55 or more long, 45 or less short (momentum, not contrarian)",
    reference: "Wilder 1978",
    read: ({ rsi }) => simple(rsi, (value) => above(value, parameters.rsi)),
  },
  {
    ...daily,
    name: "macd_hist",
    unit: "US dollars",
    window: "34 days",
    rule: "MACD(12, 26) line of closed days: above zero long, below zero short. The value is the histogram",
    reference: "Appel 1979",
    read({ macdLine, macdHistogram, close }) {
      if (macdLine === null || macdHistogram === null || close === null) return abstains(NOT_ENOUGH_HISTORY)
      // Compared with the price, because rounding noise of the averages is not a direction.
      const [up, down] = [exceeds(close + macdLine, close), exceeds(close, close + macdLine)]
      const voted = { name: "macd_line", value: macdLine, unit: "US dollars" }
      return votes(macdHistogram, up ? "long" : down ? "short" : "neutral", voted)
    },
  },
  {
    ...fourHourly,
    name: "bollinger_pos",
    unit: "%B of the band",
    window: "20 4h candles",
    rule: "%B(20, 2) of 4-hour closes: 0.10 or less above the daily SMA200 long, 0.90 or more below it short",
    reference: "Bollinger 2001",
    read: (view) => pullback(view, view.percentB4h, parameters.bollingerPullback),
  },
  {
    ...fourHourly,
    name: "stoch_rsi",
    unit: "index 0–100",
    window: "14 4h candles",
    rule: "StochRSI(14) of 4-hour closes: 20 or less above the daily SMA200 long, 80 or more below it short",
    reference: "Chande & Kroll 1994",
    read: (view) => pullback(view, view.stochRsi4h, parameters.stochRsi),
  },
  {
    ...daily,
    name: "mfi_14",
    unit: "index 0–100",
    window: "14 days",
    rule: "Money flow index(14) of closed days: 55 or more long, 45 or less short",
    reference: "Quong & Soudack 1989",
    read: ({ mfi }) => simple(mfi, (value) => above(value, parameters.mfi)),
  },
  {
    ...daily,
    name: "cci_20",
    unit: "index",
    window: "20 days",
    rule: "CCI(20) of closed days: +100 or more long, −100 or less short",
    reference: "Lambert 1980",
    read: ({ cci }) => simple(cci, (value) => above(value, parameters.cci)),
  },
  {
    ...daily,
    name: "obv_slope",
    unit: "share of volume",
    window: "30 days",
    rule: "On-balance volume gained in 30 days over the volume traded: +0.08 or more long, −0.08 or less short",
    reference: "Granville 1963",
    read: ({ obvSlope }) => simple(obvSlope, (value) => above(value, parameters.obvSlope)),
  },
]

function simple(value: number | null, vote: (value: number) => ReturnType<typeof above>): Reading {
  return value === null ? abstains(NOT_ENOUGH_HISTORY) : votes(value, vote(value))
}

/** Long in a dip of an uptrend, short in a rally of a downtrend, else neutral. */
function pullback(
  { close, sma200 }: MarketView,
  value: number | null,
  level: { readonly long: number; readonly short: number },
): Reading {
  if (value === null || close === null || sma200 === null) return abstains(NOT_ENOUGH_HISTORY)
  if (exceeds(close, sma200) && value <= level.long) return votes(value, "long")
  if (exceeds(sma200, close) && value >= level.short) return votes(value, "short")
  return votes(value, "neutral")
}
