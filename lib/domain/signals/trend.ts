import { barriersAround } from "@/lib/domain/risk/barriers"
import { supportResistance } from "@/lib/domain/risk/support-resistance"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { above, abstains, exceeds, type Indicator, NOT_ENOUGH_HISTORY, votes } from "./indicator"
import { type MarketView, returnOver } from "./market-view"
import { parameters } from "./parameters"

const base = {
  category: "trend",
  horizon: "7d",
  inputs: ["days"],
  maxAgeMs: 30 * HOUR_MS,
} as const

export const trend: readonly Indicator[] = [
  {
    ...base,
    name: "trend_7d",
    unit: "up, down or flat",
    window: "7 days",
    rule: "Return of 7 closed days beyond max(2%, half of the 7-day standard deviation): up long, down short",
    reference: "Liu & Tsyvinski 2021",
    read({ days, sigma30 }) {
      const change = returnOver(days.close, 7)
      if (change === null || sigma30 === null) return abstains(NOT_ENOUGH_HISTORY)
      const bound = Math.max(parameters.trend7d.minReturn, parameters.trend7d.sigmas * sigma30 * Math.sqrt(7))
      return change > bound ? votes("up", "long") : change < -bound ? votes("down", "short") : votes("flat", "neutral")
    },
  },
  {
    ...base,
    name: "momentum_30d",
    unit: "standard deviations",
    window: "30 days",
    rule: "30-day log return over its standard deviation: +0.5 or more long, −0.5 or less short",
    reference: "Moskowitz, Ooi & Pedersen 2012",
    read({ days, sigma30 }) {
      const change = returnOver(days.close, 30)
      if (change === null || sigma30 === null) return abstains(NOT_ENOUGH_HISTORY)
      const z = sigma30 === 0 ? 0 : Math.log(1 + change) / (sigma30 * Math.sqrt(30))
      return votes(z, above(z, parameters.momentum30d))
    },
  },
  {
    ...base,
    name: "ema_20_50",
    unit: "percent, EMA20 over EMA50",
    window: "50 days",
    rule: "EMA20 over EMA50 and close over EMA20, the smaller of both: above 0 long; both below: short; else neutral",
    reference: "Brock, Lakonishok & LeBaron 1992",
    read({ ema20, ema50, close }) {
      if (ema20 === null || ema50 === null || close === null) return abstains(NOT_ENOUGH_HISTORY)
      const up = exceeds(ema20, ema50) && exceeds(close, ema20)
      const down = exceeds(ema50, ema20) && exceeds(ema20, close)
      const [spread, distance] = [(ema20 / ema50 - 1) * 100, (close / ema20 - 1) * 100]
      const value = up ? Math.min(spread, distance) : down ? Math.max(spread, distance) : 0
      const voted = { name: "ema_trend_pct", value, unit: "percent, 0 where the two disagree" }
      return votes(spread, up ? "long" : down ? "short" : "neutral", voted)
    },
  },
  {
    ...base,
    name: "sma_200",
    unit: "US dollars",
    window: "200 days",
    rule: "Distance of the daily close from its SMA200: above +2% long, below −2% short",
    reference: "Faber 2007",
    read({ close, sma200 }) {
      if (close === null || sma200 === null) return abstains(NOT_ENOUGH_HISTORY)
      const distance = (close / sma200 - 1) * 100
      const bound = parameters.sma200Pct
      const voted = { name: "sma_200_distance_pct", value: distance, unit: "percent" }
      return votes(sma200, distance > bound ? "long" : distance < -bound ? "short" : "neutral", voted)
    },
  },
  {
    ...base,
    name: "adx_14",
    unit: "index 0–100",
    window: "14 days",
    rule: "ADX(14) of 25 or more with +DI above −DI long, below short",
    reference: "Wilder 1978",
    read({ adx, plusDi, minusDi }) {
      if (adx === null || plusDi === null || minusDi === null) return abstains(NOT_ENOUGH_HISTORY)
      const voted = {
        name: "di_spread",
        value: adx < parameters.adx ? 0 : plusDi - minusDi,
        unit: "+DI − −DI, 0 below ADX 25",
      }
      if (adx < parameters.adx || plusDi === minusDi) return votes(adx, "neutral", voted)
      return votes(adx, plusDi > minusDi ? "long" : "short", voted)
    },
  },
  {
    ...base,
    name: "support",
    unit: "US dollars",
    window: "20 days",
    rule: "Last break of the 20-day channel: up long, down short. The value is the nearest support",
    reference: "Donchian 1960; Osler 2000",
    inputs: ["days", "fourHours"],
    read(view) {
      const { donchian, close4h } = view
      if (donchian === null || close4h === null) return abstains(NOT_ENOUGH_HISTORY)
      const voted = {
        name: "donchian_20d",
        value: donchian > 0 ? "up" : donchian < 0 ? "down" : "none",
        unit: "last break of the 20-day channel",
      }
      return votes(nearestSupport(view, close4h), donchian > 0 ? "long" : donchian < 0 ? "short" : "neutral", voted)
    },
  },
]

/** As `/risk` names it: a level, else a recent low, else the lower edge of the week's range. `null` without any. */
function nearestSupport(view: MarketView, priceUsd: number): number | null {
  const { atr, volatility } = view
  const levels = supportResistance(view, priceUsd)
  const [level] = levels.supports
  if (level !== undefined) return level.priceUsd
  if (atr === null || atr <= 0 || volatility === null) return null
  return barriersAround(levels, { priceUsd, atr, volatility }).supports[0]?.priceUsd ?? null
}
