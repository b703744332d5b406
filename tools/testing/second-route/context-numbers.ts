import * as a from "./arithmetic"
import type { Recorded } from "./market"

const HOUR = 3_600_000
const DAY = 24 * HOUR

type Point = { readonly atMs: number; readonly value: number }

/** Every value of `indicators` in /context except the support, which `risk-numbers` computes. */
export function contextNumbers({ days, fours, hours, series }: Recorded): Readonly<Record<string, number | string>> {
  const closes = days.map(({ c }) => c)
  const close = a.last(closes)
  const sigma = a.deviation(a.logReturns(closes).slice(-30))
  const band = fours.slice(-20).map(({ c }) => c)
  const strength = a.rsi(fours.map(({ c }) => c)).slice(-14)
  const { line, histogram } = a.macd(closes)
  const [ema20, ema50] = [a.last(a.ema(closes, 20)), a.last(a.ema(closes, 50))]
  const sma200 = a.mean(closes.slice(-200))
  const { adx, plusDi, minusDi } = a.adx(days)
  const week = close / a.last(closes, 8) - 1
  const bound = Math.max(0.02, 0.5 * sigma * Math.sqrt(7))
  const [spread, distance] = [a.percent(ema20, ema50), a.percent(close, ema20)]
  return {
    rsi_14: a.last(a.rsi(closes)),
    macd_hist: histogram,
    macd_line: line,
    bollinger_pos: (a.last(band) - (a.mean(band) - 2 * a.deviation(band))) / (4 * a.deviation(band)),
    stoch_rsi: (100 * (a.last(strength) - Math.min(...strength))) / (Math.max(...strength) - Math.min(...strength)),
    mfi_14: a.mfi(days),
    cci_20: a.cci(days),
    obv_slope: a.obvSlope(days),
    trend_7d: week > bound ? "up" : week < -bound ? "down" : "flat",
    momentum_30d: Math.log(close / a.last(closes, 31)) / (sigma * Math.sqrt(30)),
    ema_20_50: spread,
    ema_trend_pct: Math.sign(spread) === Math.sign(distance) ? (spread > 0 ? Math.min : Math.max)(spread, distance) : 0,
    sma_200: sma200,
    sma_200_distance_pct: a.percent(close, sma200),
    adx_14: adx,
    di_spread: adx < 25 ? 0 : plusDi - minusDi,
    donchian_20d: { 1: "up", 0: "none", [-1]: "down" }[a.lastBreak(days)] ?? "none",
    ...takers(hours),
    ...seriesNumbers(series),
  }
}

/** Shares of market buys in 24 hours, against the 59 spans before. */
function takers(hours: Recorded["hours"]) {
  const spans = Array.from({ length: 60 }, (_, span) =>
    hours.slice(hours.length - 24 * (span + 1), hours.length - 24 * span),
  )
  const shares = spans.map((span) => a.sum(span.map(({ b }) => b ?? Number.NaN)) / a.sum(span.map(({ v }) => v)))
  const [newest = Number.NaN, ...past] = shares
  if (Number.isNaN(newest)) return {}
  return { taker_buy_ratio: newest, taker_buy_ratio_z: (newest - a.mean(past)) / a.deviation(past) }
}

function seriesNumbers(series: Recorded["series"]): Readonly<Record<string, number>> {
  const { fearGreed, funding, openInterest, longShort, coinbasePremium, etfFlows, vix, dxy, us10y, spx, stablecoins } =
    series
  const numbers: Record<string, number> = {}
  if (fearGreed.length > 0) numbers["fear_greed"] = a.last(fearGreed).index
  const rates = funding.map(({ fundingPctPer8h }) => fundingPctPer8h)
  if (rates.length >= 3) {
    numbers["funding_rate"] = a.last(rates)
    numbers["funding_rate_mean_24h"] = a.mean(rates.slice(-3))
  }
  if (openInterest.length > 0) {
    const newest = a.last(openInterest)
    const before = a.last(openInterest.filter(({ atMs }) => atMs <= newest.atMs - DAY))
    numbers["open_interest_chg_24h"] = a.percent(newest.openInterestBase, before.openInterestBase)
  }
  if (longShort.length > 0) {
    const points = longShort.map(({ atMs, longShortRatio }) => ({ atMs, value: longShortRatio }))
    numbers["long_short_ratio"] = a.last(points).value
    numbers["long_short_ratio_z"] = zOf(a.last(points), dayByDay(points))
  }
  if (coinbasePremium.length > 0) {
    const points = coinbasePremium.map(({ atMs, premiumPct }) => ({ atMs, value: premiumPct }))
    const newest = a.last(points)
    numbers["coinbase_premium"] = newest.value
    numbers["coinbase_premium_z"] = zOf(
      newest,
      points.slice(0, -1).filter(({ atMs }) => atMs >= newest.atMs - 30 * DAY),
    )
  }
  if (etfFlows.length > 0) {
    numbers["etf_flow_1d_m"] = a.last(etfFlows).totalUsdM
    numbers["etf_flow_5d_m"] = a.sum(etfFlows.slice(-5).map(({ totalUsdM }) => totalUsdM))
  }
  const changed = (points: readonly Point[], sessions: number) =>
    a.percent(a.last(points).value, a.last(points, sessions + 1).value)
  if (vix.length > 5) [numbers["vix"], numbers["vix_chg_5d_pct"]] = [a.last(vix).value, changed(vix, 5)]
  if (dxy.length > 20) numbers["dxy_chg_20d"] = changed(dxy, 20)
  if (us10y.length > 20) numbers["us10y_chg_20d"] = 100 * (a.last(us10y).value - a.last(us10y, 21).value)
  if (spx.length > 20) numbers["spx_chg_20d"] = changed(spx, 20)
  if (stablecoins.length > 0) {
    const newest = a.last(stablecoins)
    const before = a.last(stablecoins.filter(({ atMs }) => atMs <= newest.atMs - 7 * DAY))
    numbers["stablecoin_chg_7d_b"] = (newest.supplyUsd - before.supplyUsd) / 1e9
    numbers["stablecoin_chg_7d_pct"] = a.percent(newest.supplyUsd, before.supplyUsd)
  }
  return numbers
}

function zOf(newest: Point, past: readonly Point[]): number {
  const values = past.map(({ value }) => value)
  return (newest.value - a.mean(values)) / a.deviation(values)
}

/** The points at 1 to 30 whole days before the newest one. */
function dayByDay(points: readonly Point[]): readonly Point[] {
  const newestMs = a.last(points).atMs
  return Array.from({ length: 30 }, (_, day) => newestMs - (day + 1) * DAY).flatMap((untilMs) =>
    points.filter(({ atMs }) => atMs <= untilMs && atMs > untilMs - DAY).slice(-1),
  )
}
