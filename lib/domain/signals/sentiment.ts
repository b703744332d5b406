import { inputLimits } from "@/lib/domain/freshness"
import { mean } from "@/lib/domain/statistics/moments"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { deviationFromPast } from "./deviation"
import { above, abstains, below, type Indicator, type Reading, votes } from "./indicator"
import { type MarketView, returnOver } from "./market-view"
import { parameters } from "./parameters"
import { takerBuyRatio } from "./taker-buy-ratio"

const DAY_H = 24
const TOO_SHORT = "too little history of it"

export const sentiment: readonly Indicator[] = [
  {
    category: "sentiment",
    name: "fear_greed",
    unit: "index 0–100",
    window: "1 day",
    rule: "Fear & greed index: 55 or more long, 45 or less short (momentum, not contrarian)",
    reference: "Baker & Wurgler 2006; alternative.me",
    horizon: "7d",
    inputs: ["fearGreed"],
    maxAgeMs: inputLimits.fearGreed.maxAgeMs,
    read({ series }) {
      const newest = series.fearGreed.at(-1)
      return newest ? votes(newest.index, above(newest.index, parameters.fearGreed)) : abstains(TOO_SHORT)
    },
  },
  {
    category: "sentiment",
    name: "funding_rate",
    unit: "percent per 8 h",
    window: "newest settled rate, 8h",
    rule: "Mean of three funding rates (24h): −0.005% or less long, +0.05% or more short",
    reference: "Schmeling, Schrimpf & Todorov 2023",
    horizon: "context",
    inputs: ["funding"],
    maxAgeMs: 9 * HOUR_MS,
    read({ series }) {
      const rates = series.funding.slice(-3).map(({ fundingPctPer8h }) => fundingPctPer8h)
      const [newest = null, average] = [rates.at(-1), rates.length < 3 ? null : mean(rates)]
      if (newest === null || average === null) return abstains(TOO_SHORT, newest)
      const voted = { name: "funding_rate_mean_24h", value: average, unit: "percent per 8 h" }
      return votes(newest, below(average, parameters.fundingPct), voted)
    },
  },
  {
    category: "sentiment",
    name: "open_interest_chg_24h",
    unit: "percent",
    window: "24h",
    rule: "Open interest up 3% or more with a 24 h return beyond ±0.5%: with the return",
    reference: "Murphy 1999, chapter 7",
    horizon: "24h",
    inputs: ["openInterest", "hours"],
    maxAgeMs: 2 * HOUR_MS,
    read: openInterestChange,
  },
  {
    category: "sentiment",
    name: "long_short_ratio",
    unit: "ratio",
    window: "newest value",
    rule: "Accounts long over short, z-score of 30 values a day apart: −1.5 or less long, +1.5 or more short",
    reference: "Wang 2003",
    horizon: "24h",
    inputs: ["longShort"],
    maxAgeMs: 3 * HOUR_MS,
    read({ series }) {
      const points = series.longShort.map(({ atMs, longShortRatio }) => ({ atMs, value: longShortRatio }))
      return unusual("long_short_ratio_z", dayByDay(points), (z) => below(z, parameters.longShortZ))
    },
  },
  {
    category: "sentiment",
    name: "taker_buy_ratio",
    unit: "share of volume",
    window: "24h",
    rule: "Share of aggressive buying in 24 h, z-score of 60 days: +1 or more long, −1 or less short",
    reference: "Chordia, Roll & Subrahmanyam 2002",
    horizon: "24h",
    inputs: ["hours"],
    maxAgeMs: 2 * HOUR_MS,
    read: takerBuyRatio,
  },
  {
    category: "sentiment",
    name: "coinbase_premium",
    unit: "percent",
    window: "newest value",
    rule: "Price on Coinbase over other venues, z-score of 30 days: +1 or more long, −1 or less short",
    reference: "Makarov & Schoar 2020",
    horizon: "24h",
    inputs: ["coinbasePremium"],
    maxAgeMs: HOUR_MS,
    read({ series }) {
      const points = series.coinbasePremium.map(({ atMs, premiumPct }) => ({ atMs, value: premiumPct }))
      const fromMs = (points.at(-1)?.atMs ?? 0) - 30 * DAY_H * HOUR_MS
      const recent = points.filter(({ atMs }) => atMs >= fromMs)
      return unusual("coinbase_premium_z", recent, (z) => above(z, parameters.premiumZ))
    },
  },
]

/** Open interest that rises with a move votes with the move. */
function openInterestChange({ series, hours }: MarketView): Reading {
  const { minRisePct, minReturn } = parameters.openInterest
  const newest = series.openInterest.at(-1)
  // Two hours of tolerance: a venue may skip a row.
  const before = series.openInterest.findLast(({ atMs }) => newest && atMs <= newest.atMs - DAY_H * HOUR_MS)
  const move = returnOver(hours.close, DAY_H)
  if (!newest || !before || newest.atMs - before.atMs > (DAY_H + 2) * HOUR_MS || before.openInterestBase <= 0) {
    return abstains(TOO_SHORT)
  }
  const change = (100 * (newest.openInterestBase - before.openInterestBase)) / before.openInterestBase
  if (move === null) return abstains(TOO_SHORT, change)
  if (change < minRisePct || Math.abs(move) <= minReturn) return votes(change, "neutral")
  return votes(change, move > 0 ? "long" : "short")
}

type Point = { readonly atMs: number; readonly value: number }

/**
 * The newest point and the points at whole days before it, oldest first, without unknown ones. Venues report the last days
 * hourly, which would otherwise outweigh the month.
 */
function dayByDay(points: readonly Point[]): readonly Point[] {
  const { spans, spanHours } = parameters.longShortWindow
  const newest = points.at(-1)
  if (!newest) return []
  const past = Array.from({ length: spans }, (_, span) => {
    const untilMs = newest.atMs - (span + 1) * spanHours * HOUR_MS
    return points.findLast(({ atMs }) => atMs <= untilMs && atMs > untilMs - spanHours * HOUR_MS)
  })
  return [newest, ...past.filter((point) => point !== undefined)].toReversed()
}

/** The newest value, with a vote on its distance from the values before it. */
function unusual(name: string, points: readonly Point[], vote: (z: number) => ReturnType<typeof above>): Reading {
  const newest = points.at(-1)
  if (!newest) return abstains(TOO_SHORT)
  const past = points.slice(0, -1)
  const z = deviationFromPast(
    newest.value,
    past.map(({ value }) => value),
  )
  return z === null
    ? abstains(TOO_SHORT, newest.value)
    : votes(newest.value, vote(z), { name, value: z, unit: "z-score" })
}
