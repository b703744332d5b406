import { abstains, above, type Indicator, type Reading, votes } from "./indicator"
import type { MarketView } from "./market-view"
import { parameters } from "./parameters"
import { notConnected } from "./not-connected"

const DAY_H = 24
const WINDOW_DAYS = 60
const base = { category: "sentiment", basis: null } as const

export const sentiment: readonly Indicator[] = [
  {
    ...base,
    name: "fear_greed",
    unit: "index 0–100",
    rule: "Fear & greed index: 55 or more long, 45 or less short (momentum, not contrarian)",
    horizon: "7d",
    evidence: "validated",
    read: notConnected,
  },
  {
    ...base,
    name: "funding_rate",
    unit: "percent per 8 h",
    rule: "Mean of three funding rates: −0.005 % or less long, +0.05 % or more short",
    horizon: "context",
    evidence: "untested",
    read: notConnected,
  },
  {
    ...base,
    name: "open_interest_chg_24h",
    unit: "percent",
    rule: "Open interest up 3 % with a 24 h return beyond ±0.5 %: with the return",
    horizon: "24h",
    evidence: "untested",
    read: notConnected,
  },
  {
    ...base,
    name: "long_short_ratio",
    unit: "ratio",
    rule: "Accounts long over short, z-score of 30 days: −1.5 or less long, +1.5 or more short",
    horizon: "24h",
    evidence: "untested",
    read: notConnected,
  },
  {
    ...base,
    name: "taker_buy_ratio",
    unit: "share of volume",
    rule: "Share of aggressive buying in 24 h, z-score of 60 days: +1 or more long, −1 or less short",
    horizon: "24h",
    evidence: "weak",
    basis: "1h",
    read: takerBuyRatio,
  },
  {
    ...base,
    name: "coinbase_premium",
    unit: "percent",
    rule: "Price on Coinbase over other venues, z-score of 30 days: +1 or more long, −1 or less short",
    horizon: "24h",
    evidence: "untested",
    read: notConnected,
  },
]

/** The level is not centred on one half (0.486 for BTC), so the vote is on the z-score against its own past. */
function takerBuyRatio({ hours }: MarketView): Reading {
  const ratios = dailyRatios(hours.takerBuy, hours.volume)
  const [newest, ...past] = ratios
  if (newest === undefined || past.length < WINDOW_DAYS - 1) return abstains("fewer than 60 days of hourly volume")
  if (ratios.some(Number.isNaN)) return abstains("this source does not split volume by aggressor")
  const mean = past.reduce((sum, value) => sum + value, 0) / past.length
  const sigma = Math.sqrt(past.reduce((sum, value) => sum + (value - mean) ** 2, 0) / past.length)
  const z = sigma < 1e-9 ? 0 : (newest - mean) / sigma
  return votes(newest, above(z, parameters.takerZ, -parameters.takerZ))
}

/** Shares of the last 60 spans of 24 hours, newest first. A span without trades counts as balanced. */
function dailyRatios(takerBuy: Float64Array, volume: Float64Array): number[] {
  const spans = Math.min(WINDOW_DAYS, Math.floor(volume.length / DAY_H))
  return Array.from({ length: spans }, (_, span) => {
    const end = volume.length - span * DAY_H
    const total = (series: Float64Array) => series.subarray(end - DAY_H, end).reduce((sum, value) => sum + value, 0)
    const traded = total(volume)
    return traded === 0 ? 0.5 : total(takerBuy) / traded
  })
}
