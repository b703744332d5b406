import { nearestSupport } from "@/lib/domain/risk/pivots"
import { abstains, above, type Indicator, NOT_ENOUGH_HISTORY, votes } from "./indicator"
import { returnOver } from "./market-view"
import { parameters } from "./parameters"

const base = { category: "trend", horizon: "7d", evidence: "validated", basis: "1d" } as const

export const trend: readonly Indicator[] = [
  {
    ...base,
    name: "trend_7d",
    unit: "up, down or flat",
    rule: "Return of 7 closed days beyond max(2 %, half of the 7-day standard deviation): up long, down short",
    evidence: "weak",
    read({ days, sigma30 }) {
      const change = returnOver(days.close, 7)
      if (change === null || sigma30 === null) return abstains(NOT_ENOUGH_HISTORY)
      const bound = Math.max(parameters.trend7d.least, parameters.trend7d.sigmas * sigma30 * Math.sqrt(7))
      return change > bound ? votes("up", "long") : change < -bound ? votes("down", "short") : votes("flat", "neutral")
    },
  },
  {
    ...base,
    name: "momentum_30d",
    unit: "standard deviations",
    rule: "30-day log return over its standard deviation: +0.5 or more long, −0.5 or less short",
    read({ days, sigma30 }) {
      const change = returnOver(days.close, 30)
      if (change === null || sigma30 === null) return abstains(NOT_ENOUGH_HISTORY)
      const z = sigma30 === 0 ? 0 : Math.log(1 + change) / (sigma30 * Math.sqrt(30))
      return votes(z, above(z, parameters.momentum30d, -parameters.momentum30d))
    },
  },
  {
    ...base,
    name: "ema_20_50",
    unit: "percent",
    rule: "EMA20 above EMA50 and close above EMA20 long, mirrored short; the spread is shown",
    read({ ema20, ema50, close }) {
      if (ema20 === null || ema50 === null || close === null) return abstains(NOT_ENOUGH_HISTORY)
      const up = ema20 > ema50 && close > ema20
      const down = ema20 < ema50 && close < ema20
      return votes((ema20 / ema50 - 1) * 100, up ? "long" : down ? "short" : "neutral")
    },
  },
  {
    ...base,
    name: "sma_200",
    unit: "percent",
    rule: "Distance of the daily close from its SMA200: above +2 % long, below −2 % short",
    evidence: "weak",
    read({ close, sma200 }) {
      if (close === null || sma200 === null) return abstains(NOT_ENOUGH_HISTORY)
      const distance = (close / sma200 - 1) * 100
      const bound = parameters.sma200Pct
      return votes(distance, distance > bound ? "long" : distance < -bound ? "short" : "neutral")
    },
  },
  {
    ...base,
    name: "adx_14",
    unit: "index 0–100",
    rule: "ADX(14) of 25 or more with +DI above −DI long, below short",
    read({ adx, plusDi, minusDi }) {
      if (adx === null || plusDi === null || minusDi === null) return abstains(NOT_ENOUGH_HISTORY)
      if (adx < parameters.adx || plusDi === minusDi) return votes(adx, "neutral")
      return votes(adx, plusDi > minusDi ? "long" : "short")
    },
  },
  {
    ...base,
    name: "support",
    unit: "US dollars",
    rule: "Last break of the 20-day channel: up long, down short; the nearest support is shown",
    evidence: "weak",
    read({ donchian, fourHours, close }) {
      if (donchian === null || close === null) return abstains(NOT_ENOUGH_HISTORY)
      const support = nearestSupport(fourHours, close)
      return votes(support ?? "none", donchian > 0 ? "long" : donchian < 0 ? "short" : "neutral")
    },
  },
]
