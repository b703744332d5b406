import { partLimits } from "@/lib/domain/freshness"
import { round } from "@/lib/domain/round"
import { median, sum } from "@/lib/domain/statistics/moments"
import { DAY_MS } from "@/lib/domain/utc-day"
import { above, abstains, below, type Indicator, type Reading, votes } from "./indicator"
import type { MarketView } from "./market-view"
import { parameters } from "./parameters"

const TOO_SHORT = "too little history of it"
const ETF_SUM_DAYS = 5
const ETF_WINDOW_DAYS = 60
const ETF_MIN_DAYS = 20
const base = { category: "macro", horizon: "context" } as const

/** The wider market. Measured history gives these indicators little weight; they vote with equal weights. */
export const macro: readonly Indicator[] = [
  {
    ...base,
    name: "etf_flow_1d_m",
    unit: "US$ million",
    window: "1 session",
    rule: "Sum of 5 sessions beyond half of the median absolute 5-session sum of 60 sessions: inflow long, outflow short",
    reference: "Warther 1995",
    inputs: ["etfFlows"],
    maxAgeMs: partLimits.sessionsMs,
    read: etfFlow,
  },
  {
    ...base,
    name: "vix",
    unit: "index",
    window: "newest close",
    rule: "5-session change: −10% or less long, +15% or more short",
    reference: "Whaley 2000",
    inputs: ["vix"],
    maxAgeMs: partLimits.sessionsMs,
    read({ series }) {
      const [newest = null, change] = [series.vix.at(-1)?.value, changeOver(series.vix, 5)]
      if (newest === null || change === null) return abstains(TOO_SHORT, newest)
      const voted = { name: "vix_chg_5d_pct", value: change.percent, unit: "percent" }
      return votes(newest, below(change.percent, parameters.vixChangePct), voted)
    },
  },
  {
    ...base,
    name: "dxy_chg_20d",
    unit: "percent",
    window: "20 sessions",
    rule: "20-session change: −1% or less long, +1% or more short",
    reference: "Avdjiev et al. 2019",
    inputs: ["dxy"],
    maxAgeMs: partLimits.sessionsMs,
    read({ series }) {
      const change = changeOver(series.dxy, 20)
      return change ? votes(change.percent, below(change.percent, parameters.dxyChangePct)) : abstains(TOO_SHORT)
    },
  },
  {
    ...base,
    name: "us10y_chg_20d",
    unit: "basis points",
    window: "20 sessions",
    rule: "20-session change: −20 or less long, +20 or more short",
    reference: "Benigno & Rosa 2023",
    inputs: ["us10y"],
    maxAgeMs: partLimits.sessionsMs,
    read({ series }) {
      const change = changeOver(series.us10y, 20)
      if (!change) return abstains(TOO_SHORT)
      return votes(change.hundredths, below(change.hundredths, parameters.us10yChangeBp))
    },
  },
  {
    ...base,
    name: "spx_chg_20d",
    unit: "percent",
    window: "20 sessions",
    rule: "20-session change: +2% or more long, −2% or less short",
    reference: "Iyer 2022",
    inputs: ["spx"],
    maxAgeMs: partLimits.sessionsMs,
    read({ series }) {
      const change = changeOver(series.spx, 20)
      return change ? votes(change.percent, above(change.percent, parameters.spxChangePct)) : abstains(TOO_SHORT)
    },
  },
  {
    ...base,
    name: "stablecoin_chg_7d_b",
    unit: "US$ billion",
    window: "7 days",
    rule: "7-day change of supply: +0.5% or more long, −0.5% or less short",
    reference: "Griffin & Shams 2020; Lyons & Viswanath-Natraj 2023",
    inputs: ["stablecoins"],
    maxAgeMs: partLimits.stablecoinsMs,
    read: stablecoinChange,
  },
]

/**
 * Change over `sessions` rows: in percent of the older value, and in hundredths of the unit of the series, which are basis
 * points of a yield. Rounded, because 3.9 − 4.1 is −0.19999999999999973, which would miss a bound of −0.2.
 */
function changeOver(
  points: readonly { readonly value: number }[],
  sessions: number,
): { readonly percent: number; readonly hundredths: number } | null {
  const [now, then] = [points.at(-1)?.value, points.at(-1 - sessions)?.value]
  if (now === undefined || then === undefined || then <= 0) return null
  const hundredths = 100 * (now - then)
  const { changeDecimals } = parameters
  return { percent: round(hundredths / then, changeDecimals), hundredths: round(hundredths, changeDecimals) }
}

/** The sum of five sessions, compared with the usual flow of the coin's funds. */
function etfFlow({ series }: MarketView): Reading {
  const flows = series.etfFlows.slice(-ETF_WINDOW_DAYS).map(({ totalUsdM }) => totalUsdM)
  const newest = flows.at(-1) ?? null
  if (newest === null || flows.length < ETF_MIN_DAYS) return abstains(TOO_SHORT, newest)
  const sums = flows.slice(ETF_SUM_DAYS - 1).map((_, start) => sum(flows.slice(start, start + ETF_SUM_DAYS)))
  const bound = parameters.etfShareOfMedian * (median(sums.map(Math.abs)) ?? 0)
  const latest = sums.at(-1) ?? 0
  // Without any flow the bound is zero too, and zero is not an inflow.
  const voted = { name: "etf_flow_5d_m", value: latest, unit: "US$ million, sum of 5 sessions" }
  return votes(newest, latest === 0 ? "neutral" : above(latest, { long: bound, short: -bound }), voted)
}

function stablecoinChange({ series }: MarketView): Reading {
  const newest = series.stablecoins.at(-1)
  const before = series.stablecoins.findLast(({ atMs }) => newest && atMs <= newest.atMs - 7 * DAY_MS)
  if (!newest || !before || newest.atMs - before.atMs > 9 * DAY_MS || before.supplyUsd <= 0) return abstains(TOO_SHORT)
  const percent = (100 * (newest.supplyUsd - before.supplyUsd)) / before.supplyUsd
  const changeB = (newest.supplyUsd - before.supplyUsd) / 1e9
  return votes(changeB, above(percent, parameters.stablecoinChangePct), {
    name: "stablecoin_chg_7d_pct",
    value: percent,
    unit: "percent",
  })
}
