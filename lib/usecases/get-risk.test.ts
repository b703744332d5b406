import { describe, expect, test } from "vitest"
import { riskContract } from "@/lib/api/risk"
import { DataUnavailableError } from "@/lib/domain/errors"
import type { Candle, Interval } from "@/lib/domain/market/candle"
import type { CandleFeed } from "@/lib/domain/market/candle-feed"
import type { Levels } from "@/lib/domain/risk/levels"
import { viewMarket } from "@/lib/domain/signals/market-view"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { silentSeries, inputsOf, waveMarket } from "@/lib/testing/signal-market"
import { getRisk } from "./get-risk"
import { getSignal } from "./get-signal"
import { costDetailsOf, costsOf } from "./risk-costs"
import { planOf } from "./risk-plan"
import { sizingOf } from "./risk-sizing"

const market = waveMarket({ driftPerDay: 0.003, wave: 0.02 })
const { nowMs } = market
const view = viewMarket(inputsOf(market), nowMs)
const asked = { coin: "BTC", capital: 10_000, risk_pct: 1 } as const

function depsOf(held: Readonly<Record<Interval, readonly Candle[]>>) {
  const sourced = <T>(value: T) => ({ value, asOfMs: nowMs - 5_000, fetchedAtMs: nowMs, source: "binance" })
  const candles: CandleFeed = {
    candles: (_, interval) => Promise.resolve(sourced(held[interval])),
    price: () => Promise.resolve({ ...sourced(view.close4h ?? 0), degraded: false }),
  }
  return { candles, series: silentSeries, mode: "sandbox", nowMs } as const
}

const deps = depsOf({ "1h": market.hours, "4h": market.fourHours, "1d": market.days })

/** Entry 100, stop 1.5 ATR of 4 below. */
const long: Levels = { kind: "plan", side: "long", entry: 100, stop: 94, targets: [106, 112, 118], stopAtr: 1.5 }

describe("the answer", () => {
  test("keeps the contract, with the levels of /signal", async () => {
    const answer = await getRisk(asked, deps)
    expect(riskContract.response.parse(answer)).toEqual(answer)
    const { levels } = await getSignal({ coin: "BTC" }, deps)
    expect(answer.levels).toMatchObject(levels ?? {})
  })

  test("its levels stand in order around the entry, and its barriers around the price", async () => {
    for (const driftPerDay of [0.003, -0.003]) {
      const moved = waveMarket({ driftPerDay, wave: 0.02 })
      const held = { "1h": moved.hours, "4h": moved.fourHours, "1d": moved.days }
      const { price, direction, levels, support_resistance: around, plan } = await getRisk(asked, depsOf(held))
      const { entry, stop_loss, take_profit_1, take_profit_2, take_profit_3 } = levels
      const side = direction === "LONG" ? 1 : -1
      const steps = [stop_loss, entry, take_profit_1, take_profit_2, take_profit_3].map((step) => side * step)
      expect(steps).toEqual(steps.toSorted((a, b) => a - b))
      expect(around.nearest_support).toBe(around.supports[0])
      expect(Math.max(...around.supports)).toBeLessThan(price)
      expect(Math.min(...around.resistances)).toBeGreaterThan(price)
      const odds = plan.targets.map((target) => target.p_before_stop_14d)
      expect(odds).toEqual(odds.toSorted((a, b) => b - a))
    }
  })

  test("without an edge the levels are a reference", async () => {
    const { verdict, signal_direction, plan } = await getRisk(asked, deps)
    expect(plan.kind).toBe(verdict === "NEUTRAL" ? "reference" : "plan")
    if (signal_direction.startsWith("LEAN")) expect(verdict).toBe("NEUTRAL")
  })

  test("without a funding rate it says so and names no number", async () => {
    const { costs, cost_details, meta } = await getRisk(asked, deps)
    expect(costs).toMatchObject({ funding_rate_8h: "n/a", funding_annual: "n/a" })
    expect(costs.atr_pct).toMatch(/^\d+\.\d\d%$/)
    expect(cost_details.funding_rate_8h_pct).toBeNull()
    expect(meta.degraded).toContain("No funding rate is known.")
  })

  test("without a range of days nothing is sold", async () => {
    const short = depsOf({ "1h": market.hours, "4h": market.fourHours, "1d": market.days.slice(-10) })
    await expect(getRisk(asked, short)).rejects.toThrow(DataUnavailableError)
  })
})

test("sizes by hand: 6 % to the stop", () => {
  // 1 % of 10,000 is 100; 100 / 0.06 = 1,666.67. At 40 % of 20 % daily-scaled volatility nothing else limits it.
  const sizing = sizingOf({ capitalUsd: 10_000, riskPct: 2, levels: long, sigma30: 0.02 })
  expect(sizing.example_1pct_risk).toEqual({ capital: 10_000, risk_per_trade: 100, position_size: 1_666.67 })
  expect(sizing.requested).toEqual({
    capital: 10_000,
    risk_pct: 2,
    risk_per_trade: 200,
    position_size: 3_333.33,
    quantity: 33.33333333,
    loss_at_stop: 200,
    limited_by: "risk",
  })
  // 10 % risk wants 16,667: more than the capital, and 38.2 % a year is below the 40 % bound.
  const most = sizingOf({ capitalUsd: 10_000, riskPct: 10, levels: long, sigma30: 0.02 }).requested
  expect(most).toMatchObject({ position_size: 10_000, loss_at_stop: 600, limited_by: "capital" })
  // 0.05·√365 = 95.5 % a year: 10,000·0.40/0.955 = 4,187.
  const wild = sizingOf({ capitalUsd: 10_000, riskPct: 10, levels: long, sigma30: 0.05 })
  expect(wild.requested.position_size).toBeCloseTo(4_187.4, 1)
  expect(wild.requested.limited_by).toBe("volatility")
  expect([sizing.volatility_cap_pct, wild.volatility_cap_pct]).toEqual([100, 41.8739])
})

test("a plan's odds are the study's at 1.5 ATR", () => {
  const { stop, targets } = planOf(long, { sigma24h: 0.025, sigma7d: 0.06 }, "plan")
  expect(stop).toMatchObject({ distance_pct: 6, distance_atr: 1.5, p_hit_3d: 0.157, p_hit_7d: 0.314, p_hit_14d: 0.458 })
  expect(targets.map((target) => target.p_before_stop_14d)).toEqual([0.467, 0.226, 0.13])
  expect(targets.map((target) => target.p_before_stop_3d).slice(0, 2)).toEqual([0.18, 0.039])
  expect(targets.map((target) => target.p_break_even)).toEqual([0.5, 0.3333, 0.25])
})

describe("costs", () => {
  const funded = (fundingPctPer8h: number, ageHours = 4) => {
    const funding = [{ atMs: view.timeMs - ageHours * HOUR_MS, fundingPctPer8h }]
    return costDetailsOf({ ...view, series: { ...view.series, funding } }, { atr: 2_500, priceUsd: 100_000 })
  }

  test("are strings with a percent sign, annual is 1,095 settlements", () => {
    expect(costsOf(funded(0.01))).toEqual({ funding_rate_8h: "0.0100%", funding_annual: "10.95%", atr_pct: "2.50%" })
    expect(costsOf(funded(-0.0033))).toMatchObject({ funding_rate_8h: "-0.0033%", funding_annual: "-3.61%" })
    expect(costsOf(funded(-0.00001))).toMatchObject({ funding_rate_8h: "0.0000%" })
  })

  test("say who pays, and forget a rate after two settlements", () => {
    expect([0.01, -0.01, 0].map((rate) => funded(rate).funding_paid_by)).toEqual(["longs", "shorts", "nobody"])
    expect(funded(0.01, 18).funding_rate_8h_pct).toBeNull()
  })
})

test("capital and risk are bounded, and the bad one is named", () => {
  const parse = (query: Record<string, string>) => riskContract.queryParams.safeParse(query)
  expect(parse({}).data).toEqual({ capital: 10_000, risk_pct: 1 })
  for (const capital of ["0", "99", "-5", "1e6", "", "NaN", "1000000001"]) {
    expect(parse({ capital }).error?.issues[0]?.path, capital).toEqual(["capital"])
  }
  for (const risk_pct of ["0", "11", "one"]) expect(parse({ risk_pct }).error?.issues[0]?.path).toEqual(["risk_pct"])
})
