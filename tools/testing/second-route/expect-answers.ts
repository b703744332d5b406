import { expect } from "vitest"
import type { contextContract } from "@/lib/endpoints/context/contract"
import type { ResponseOf } from "@/lib/api/contract"
import type { marketOverviewContract } from "@/lib/endpoints/market-overview/contract"
import type { regimeContract } from "@/lib/endpoints/regime/contract"
import type { riskContract } from "@/lib/endpoints/risk/contract"
import * as a from "./arithmetic"
import { contextNumbers } from "./context-numbers"
import type { Recorded } from "./market"
import { regimeNumbers } from "./regime-numbers"
import { forecastSigmas, levelsAround, planLevels, rangeOf } from "./risk-numbers"

const HOUR = 3_600_000
const DAY = 24 * HOUR

type Overview = ResponseOf<typeof marketOverviewContract>

/** Equal to the decimals that the answer shows. */
function near(actual: number | null | undefined, expected: number, decimals: number, what: string): void {
  expect(actual, what).not.toBeNull()
  const tolerance = 0.51 * 10 ** -decimals + 1e-7 * Math.abs(expected)
  expect(Math.abs((actual ?? Number.NaN) - expected), `${what}: ${actual} instead of ${expected}`).toBeLessThan(
    tolerance,
  )
}

/** @returns the names that were compared */
export function expectContext(answer: ResponseOf<typeof contextContract>, recorded: Recorded): readonly string[] {
  const shown = Object.assign({}, ...Object.values(answer.indicators)) as Readonly<
    Record<string, number | string | null>
  >
  const expected = { ...contextNumbers(recorded), support: levelsAround(recorded).supports[0] ?? Number.NaN }
  for (const [name, value] of Object.entries(expected)) {
    const found = shown[name]
    if (typeof value === "string") expect(found, name).toBe(value)
    else near(typeof found === "number" ? found : null, value, Math.abs(value) >= 1_000 ? 2 : 4, name)
  }
  const known = Object.entries(shown).flatMap(([name, value]) => (value === null ? [] : [name]))
  expect(Object.keys(expected).toSorted(), "every value that is shown").toEqual(known.toSorted())
  near(answer.price, recorded.price, 2, "price")
  near(answer.price_of_record, a.last(recorded.fours).c, 2, "price_of_record")
  near(answer.price_moved_pct, a.percent(recorded.price, a.last(recorded.fours).c), 2, "price_moved_pct")
  return Object.keys(expected)
}

export function expectRisk(answer: ResponseOf<typeof riskContract>, recorded: Recorded, capital: number): void {
  const price = a.last(recorded.fours).c
  const side = answer.direction === "LONG" ? 1 : -1
  const plan = planLevels(recorded, side)
  const { levels, position_sizing: sizing, cost_details: costs } = answer
  const stops = [levels.stop_loss, levels.take_profit_1, levels.take_profit_2, levels.take_profit_3]
  for (const [i, level] of [plan.stop, ...plan.targets].entries()) near(stops[i], level, 1.6, `level ${i}`)
  const riskPct = (100 * Math.abs(price - levels.stop_loss)) / price
  near(levels.risk_pct, riskPct, 2, "risk_pct")
  near(answer.plan.stop.distance_pct, riskPct, 2, "stop.distance_pct")
  near(answer.plan.stop.distance_atr, plan.stopAtr, 4, "stop.distance_atr")
  for (const [i, target] of answer.plan.targets.entries()) {
    expect(target.r_multiple).toBe(i + 1)
    near(target.distance_pct, (100 * Math.abs((stops[i + 1] ?? 0) - price)) / price, 2, `target ${i + 1}`)
    near(Number(Object.values(answer.risk_reward)[i]?.slice(2)), i + 1, 1, `risk_reward ${i + 1}`)
  }
  near(costs.atr, plan.atr, 2, "atr")
  near(costs.atr_pct, (100 * plan.atr) / price, 2, "atr_pct")
  const rate = recorded.series.funding.at(-1)?.fundingPctPer8h
  if (rate !== undefined) {
    near(costs.funding_rate_8h_pct, rate, 4, "funding_rate_8h_pct")
    near(costs.funding_annual_pct, Number(rate.toFixed(4)) * 3 * 365, 2, "funding_annual_pct")
    expect(answer.costs.funding_rate_8h).toBe(`${costs.funding_rate_8h_pct?.toFixed(4)}%`)
  }
  const { day, week } = forecastSigmas(recorded)
  near(answer.outlook.expected_move_24h_pct, 100 * day, 2, "expected_move_24h_pct")
  for (const [shown, sigma, hours] of [
    [answer.outlook.range80_24h, day, 24],
    [answer.outlook.range80_7d, week, 168],
  ] as const) {
    const { low, high } = rangeOf(price, sigma, hours)
    near(shown.low, low, 1.6, `range of ${hours}h`)
    near(shown.high, high, 1.6, `range of ${hours}h`)
    const quantiles = answer.outlook.quantiles?.[hours === 24 ? "24h" : "7d"]
    expect([quantiles?.p10, quantiles?.p50, quantiles?.p90]).toEqual([shown.low, levels.entry, shown.high])
    const term = answer.volatility?.find((one) => one.hours === hours)
    near(term?.sigma_pct, 100 * sigma, 2, `sigma of ${hours}h`)
    near(term?.annual_pct, 100 * sigma * Math.sqrt(8760 / hours), 2, `annual volatility of ${hours}h`)
  }
  const cap = Math.min(1, 0.4 / (week * Math.sqrt(8760 / 168)))
  near(sizing.volatility_cap_pct, 100 * cap, 4, "volatility_cap_pct")
  for (const [size, share] of [
    [sizing.example_1pct_risk, 0.01],
    [sizing.requested, sizing.requested.risk_pct / 100],
  ] as const) {
    near(size.risk_per_trade, capital * share, 4, "risk_per_trade")
    near(size.position_size, Math.min((capital * share) / (riskPct / 100), capital * cap), 2, "position_size")
  }
  near(sizing.requested.quantity, sizing.requested.position_size / levels.entry, 4, "quantity")
  near(sizing.requested.loss_at_stop, (sizing.requested.position_size * riskPct) / 100, 2, "loss_at_stop")
  const around = levelsAround(recorded)
  for (const name of ["supports", "resistances"] as const) {
    const shown = answer.support_resistance[name]
    expect(shown, name).toHaveLength(around[name].length)
    for (const [i, level] of around[name].entries()) {
      near(shown[i], level, 1.9, `${name} ${i}`)
      near(answer.barriers[name][i]?.distance_atr, Math.abs(level - price) / plan.atr, 2, `${name} ${i} in ATR`)
    }
    expect(answer.support_resistance[name === "supports" ? "nearest_support" : "nearest_resistance"]).toBe(shown[0])
  }
}

export function expectRegime(
  answer: ResponseOf<typeof regimeContract>,
  recorded: Recorded,
  allDays: readonly a.Bar[],
): void {
  const { regime, days, facts, today } = regimeNumbers(allDays, recorded.series.fearGreed)
  expect([answer.regime, answer.last_day.regime, answer.days_in_regime]).toEqual([regime, today, days])
  const shown = answer.facts
  near(shown.close, facts.close, 2, "close")
  near(shown.average_50d, facts.fast, 2, "average_50d")
  near(shown.average_200d, facts.slow, 2, "average_200d")
  near(shown.return_30d_pct, 100 * facts.month, 2, "return_30d_pct")
  near(shown.drawdown_90d_pct, 100 * facts.below90, 2, "drawdown_90d_pct")
  near(shown.drawdown_365d_pct, 100 * facts.below365, 2, "drawdown_365d_pct")
  near(shown.volatility_30d_percentile, facts.rank, 4, "volatility_30d_percentile")
  if (facts.mood !== null) near(shown.fear_greed_7d, facts.mood, 1, "fear_greed_7d")
  near(
    answer.expected.volatility_7d_annual_pct,
    100 * forecastSigmas(recorded).week * Math.sqrt(365 / 7),
    2,
    "volatility_7d",
  )
  expect(answer.fg).toBe(a.last(recorded.series.fearGreed).index)
}

/** The parts of one coin, and of the whole market where it is bitcoin. */
export function expectOverview(answer: Overview, recorded: Recorded, coin: "BTC" | "ETH" | "SOL"): void {
  const { price, hours, series } = recorded
  near(answer.signals[coin].price, price, 2, "price")
  const then = (days: number) => a.last(hours.filter(({ t }) => t + HOUR <= recorded.nowMs - days * DAY)).c
  near(answer.prices[coin].change_24h_pct, a.percent(price, then(1)), 2, "change_24h_pct")
  near(answer.prices[coin].change_7d_pct, a.percent(price, then(7)), 2, "change_7d_pct")
  near(answer.prices[coin].change_30d_pct, a.percent(price, then(30)), 2, "change_30d_pct")
  const futures = answer.derivatives[coin]
  const interest = series.openInterest.at(-1)
  if (interest !== undefined) {
    near(futures.open_interest_base, interest.openInterestBase, 2, "open_interest_base")
    near(futures.open_interest_usd, interest.openInterestBase * price, 0, "open_interest_usd")
    const before = a.last(series.openInterest.filter(({ atMs }) => atMs <= interest.atMs - DAY))
    near(
      futures.open_interest_change_24h_pct,
      a.percent(interest.openInterestBase, before.openInterestBase),
      2,
      "open interest",
    )
    near(futures.long_short_ratio, a.last(series.longShort).longShortRatio, 4, "long_short_ratio")
  }
  const rate = series.funding.at(-1)?.fundingPctPer8h
  if (rate !== undefined) near(futures.funding_rate_8h_pct, rate, 4, "funding_rate_8h_pct")
  if (coin !== "BTC") return
  for (const name of ["vix", "dxy", "spx", "us10y"] as const) {
    const points: readonly { readonly value: number }[] = series[name]
    if (points.length < 21) continue
    near(answer.macro[name].value, a.last(points).value, 3, name)
    near(answer.macro[name].change_5d_pct, a.percent(a.last(points).value, a.last(points, 6).value), 2, `${name} 5d`)
    near(answer.macro[name].change_20d_pct, a.percent(a.last(points).value, a.last(points, 21).value), 2, `${name} 20d`)
  }
  if (series.us10y.length > 20) {
    near(
      answer.macro.us10y.change_20d_bp,
      100 * (a.last(series.us10y).value - a.last(series.us10y, 21).value),
      1,
      "us10y bp",
    )
  }
  if (series.stablecoins.length > 0) {
    const newest = a.last(series.stablecoins)
    const before = (days: number) =>
      a.last(series.stablecoins.filter(({ atMs }) => atMs <= newest.atMs - days * DAY)).supplyUsd
    near(answer.stablecoin.total_supply_b, newest.supplyUsd / 1e9, 3, "total_supply_b")
    near(answer.stablecoin.change_7d_b, (newest.supplyUsd - before(7)) / 1e9, 3, "change_7d_b")
    near(answer.stablecoin_flows.change_7d_pct, a.percent(newest.supplyUsd, before(7)), 3, "change_7d_pct")
    near(answer.stablecoin_flows.change_30d_b, (newest.supplyUsd - before(30)) / 1e9, 3, "change_30d_b")
  }
  const mood = a.last(series.fearGreed)
  const week = series.fearGreed.find(({ atMs }) => atMs === mood.atMs - 7 * DAY)
  expect([answer.fear_greed.value, answer.fear_greed.change_7d]).toEqual([mood.index, week && mood.index - week.index])
}
