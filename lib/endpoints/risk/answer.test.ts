import { describe, expect, test } from "vitest"
import { riskContract } from "./contract"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { DataUnavailableError } from "@/lib/domain/errors"
import { type Candle, type Interval, openTimeOf } from "@/lib/domain/market/candle"
import type { CandleFeed } from "@/lib/domain/market/candle-feed"
import type { Levels } from "@/lib/domain/risk/levels"
import { viewMarket } from "@/lib/domain/signals/market-view"
import { NO_INPUTS, type SeriesFeed } from "@/lib/domain/signals/market-inputs"
import { round } from "@/lib/domain/round"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { parseRequestParams } from "@/lib/server/http/request-params"
import { forecastModel } from "@/lib/domain/volatility/forecast-model"
import { touchProbability } from "@/lib/domain/volatility/touch"
import { forecastWith, usualForecast } from "@/tools/testing/engine/forecasts"
import { failingSeries, inputsOf, waveMarket } from "@/tools/testing/engine/signal-market"
import { getRisk } from "./answer"
import { getSignal } from "@/lib/endpoints/signal/answer"
import { outlookOf, volatilityTerms } from "@/lib/usecases/outlook"
import { costDetailsOf, costsOf } from "./costs"
import { barrierOf, planOf } from "./plan"
import { sizingOf } from "./sizing"

const market = waveMarket({ driftPerDay: 0.003, wave: 0.02 })
const { nowMs } = market
const view = viewMarket(inputsOf(market), nowMs)
const asked = { coin: "BTC", capital: 10_000, risk_pct: 1 } as const

function depsOf(held: Readonly<Record<Interval, readonly Candle[]>>) {
  const sourced = <T>(value: T) => ({ value, asOfMs: nowMs - 5_000, fetchedAtMs: nowMs, source: "binance" })
  const candles: CandleFeed = {
    candles: (_, interval) => Promise.resolve(sourced(held[interval])),
    price: () => Promise.resolve({ ...sourced(view.close4h ?? 0), isDisputed: false }),
  }
  return { candles, series: failingSeries, mode: "sandbox", nowMs } as const
}

const deps = depsOf({ "1h": market.hours, "4h": market.fourHours, "1d": market.days })

/** Entry 100, stop 1.5 ATR of 4 below. */
const long: Levels = { kind: "plan", side: "long", entry: 100, stop: 94, targets: [106, 112, 118], stopAtr: 1.5 }

describe("the answer", () => {
  test("matches the contract and has the levels of /signal", async () => {
    const answer = await getRisk(asked, deps)
    expect(riskContract.response.parse(answer)).toEqual(answer)
    const { levels } = await getSignal({ coin: "BTC" }, deps)
    expect(answer.levels).toMatchObject(levels ?? {})
  })

  test("has levels in order around the entry, and barriers around the price of record", async () => {
    for (const driftPerDay of [0.003, -0.003]) {
      const moved = waveMarket({ driftPerDay, wave: 0.02 })
      const held = { "1h": moved.hours, "4h": moved.fourHours, "1d": moved.days }
      const { price_of_record: price = 0, ...answer } = await getRisk(asked, depsOf(held))
      const { direction, levels, support_resistance: around, plan } = answer
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

  test("has reference levels when the verdict is NEUTRAL", async () => {
    const { verdict, signal_direction, plan } = await getRisk(asked, deps)
    expect(plan.kind).toBe(verdict === "NEUTRAL" ? "reference" : "plan")
    if (signal_direction.startsWith("LEAN")) expect(verdict).toBe("NEUTRAL")
  })

  test("has the same kind of levels as /signal, a plan or a reference", async () => {
    const days = Array.from({ length: 30 }, (_, day) => ({
      atMs: openTimeOf(nowMs, "1d") - (30 - day) * DAY_MS,
      value: 20,
    }))
    const still = { value: days, asOfMs: nowMs, source: "test" }
    const series: SeriesFeed = {
      read: () => Promise.resolve({ ...NO_INPUTS, vix: still, dxy: still, us10y: still, spx: still }),
    }
    const kinds = new Map<string, unknown>()
    for (const driftPerDay of [-0.008, -0.006, -0.004, -0.002, 0, 0.002, 0.004]) {
      const moved = waveMarket({ driftPerDay, wave: 0.02 })
      const deps = { ...depsOf({ "1h": moved.hours, "4h": moved.fourHours, "1d": moved.days }), series }
      const [signal, risk] = [await getSignal({ coin: "BTC" }, deps), await getRisk(asked, deps)]
      expect(signal.level_odds?.kind, risk.signal_direction).toBe(risk.plan.kind)
      kinds.set(risk.signal_direction.replace(/^LEAN_.*/, "LEAN"), risk.plan.kind)
    }
    expect(Object.fromEntries(kinds)).toMatchObject({ LEAN: "reference", LONG: "plan" })
  })

  test("has no funding numbers without a funding rate, and degraded reports it", async () => {
    const { costs, cost_details, meta } = await getRisk(asked, deps)
    expect(costs).toMatchObject({ funding_rate_8h: "n/a", funding_annual: "n/a" })
    expect(costs.atr_pct).toMatch(/^\d+\.\d\d%$/)
    expect(cost_details.funding_rate_8h_pct).toBeNull()
    expect(meta.degraded).toContain("No funding rate is known.")
  })

  test("is unavailable with its own reason when a level would be below zero", async () => {
    const volatile = waveMarket({ driftPerDay: 0, wave: 3 })
    const held = { "1h": volatile.hours, "4h": volatile.fourHours, "1d": volatile.days }
    await expect(getRisk(asked, depsOf(held))).rejects.toThrow("The market moves too much for a plan")
  })

  test("is unavailable with too few days", async () => {
    const short = depsOf({ "1h": market.hours, "4h": market.fourHours, "1d": market.days.slice(-10) })
    await expect(getRisk(asked, short)).rejects.toThrow(DataUnavailableError)
  })
})

/** A forecast of this standard deviation a day, all week. */
const weekOf = (sigma: number) => forecastWith({ sigma24h: sigma, sigma7d: sigma * Math.sqrt(7) })

test("position sizes of a stop 6% away match a hand calculation", () => {
  // 1% of 10,000 is 100; 100 / 0.06 = 1,666.67. No other limit applies, because the volatility is below its bound.
  const sizing = sizingOf({ capitalUsd: 10_000, riskPct: 2, levels: long, volatility: weekOf(0.02), book: null })
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
  // 10% risk would be 16,667, which is more than the capital. The volatility of 38.2% a year is below the 40% bound.
  const most = sizingOf({
    capitalUsd: 10_000,
    riskPct: 10,
    levels: long,
    volatility: weekOf(0.02),
    book: null,
  }).requested
  expect(most).toMatchObject({ position_size: 10_000, loss_at_stop: 600, limited_by: "capital" })
  // 0.05·√365 = 95.5% a year: 10,000·0.40/0.955 = 4,187.
  const volatile = sizingOf({ capitalUsd: 10_000, riskPct: 10, levels: long, volatility: weekOf(0.05), book: null })
  expect(volatile.requested.position_size).toBeCloseTo(4_187.4, 1)
  expect(volatile.requested.limited_by).toBe("volatility")
  expect([sizing.volatility_cap_pct, volatile.volatility_cap_pct]).toEqual([100, 41.8739])
})

test("the bound of 40% annual volatility is that of the plan and the held positions together", () => {
  const ask = (riskPct: number, side: "long" | "short" = "long") => {
    const held = [{ coin: "BTC" as const, side, riskPct, correlation: 1, days: 364 }]
    const book = { held, between: () => 1 }
    return sizingOf({ capitalUsd: 10_000, riskPct: 10, levels: long, volatility: weekOf(0.05), book })
  }
  // Alone 41.87% of the capital; 1% lost at a stop 6% away is a position of 16.67%.
  expect(ask(1)).toMatchObject({
    requested: { position_size: 2_520.72, limited_by: "volatility" },
    joint: { volatility_pct: 40 },
    volatility_cap_pct: 25.2072,
  })
  expect(ask(3)).toMatchObject({
    requested: { position_size: 0, quantity: 0, loss_at_stop: 0, limited_by: "volatility" },
    joint: { volatility_pct: 47.76 },
    volatility_cap_pct: 0,
  })
  expect(ask(1, "short").volatility_cap_pct).toBeCloseTo(41.8739 + 100 / 6, 3)
})

describe("beside open positions", () => {
  /** Its days have moves of their own beside those of the market. */
  const other = market.days.map((day, i) => ({ ...day, closeUsd: day.closeUsd * (1 + 0.02 * Math.sin(1.3 * i)) }))
  const held = { "1h": market.hours, "4h": market.fourHours, "1d": market.days }
  const book = {
    ...deps,
    candles: {
      ...deps.candles,
      candles: (coin: string, interval: Interval) =>
        depsOf(coin === "ETH" ? { ...held, "1d": other } : held).candles.candles("BTC", interval),
    },
  }
  const ask = async (positions: string) => {
    const params = riskContract.queryParams.parse(positions === "" ? {} : { held: positions })
    return getRisk({ coin: "BTC", ...params }, book)
  }

  test("the size of a plan on the same side is smaller by the correlation, and the answer has the summed risk", async () => {
    const [alone, beside] = [await ask(""), await ask("BTC:long:1")]
    const side = alone.direction.toLowerCase()
    const [same, against] = [await ask(`BTC:${side}:1`), await ask(`BTC:${side === "long" ? "short" : "long"}:1`)]
    expect(alone.position_sizing.joint).toBeUndefined()
    expect(riskContract.response.parse(same)).toEqual(same)
    // A correlation of 1: √(1² + 1²) − 1 = 0.4142.
    expect(same.position_sizing.joint).toMatchObject({ plan_risk_pct: 0.4142, sum_pct: 1.4142, joint_pct: 1.4142 })
    expect(same.position_sizing.requested.limited_by).toBe("held")
    expect(same.position_sizing.requested.position_size).toBeLessThan(alone.position_sizing.requested.position_size)
    expect(against.position_sizing.requested).toEqual(alone.position_sizing.requested)
    expect(against.position_sizing.joint?.joint_pct).toBe(0)
    expect(beside.position_sizing.joint?.held[0]?.days).toBeGreaterThan(250)
    const { joint } = (await ask("ETH:long:0.5")).position_sizing
    expect(Math.abs(joint?.held[0]?.correlation ?? 1)).toBeLessThan(1)
  })

  test("without days of a held coin the answer is unavailable", async () => {
    const empty = { ...book, candles: { ...book.candles, candles: emptyFor("ETH") } }
    const params = riskContract.queryParams.parse({ held: "ETH:long:1" })
    await expect(getRisk({ coin: "BTC", ...params }, empty)).rejects.toThrow(DataUnavailableError)
  })

  test.each([
    "",
    "BTC",
    "BTC:long",
    "BTC:long:0",
    "BTC:long:11",
    "BTC:up:1",
    "DOGE:long:1",
    "BTC:long:1,",
    "BTC:long:1e0",
  ])("held=%s is refused with the parameter's name", (held) => {
    const { error } = riskContract.queryParams.safeParse({ held })
    expect(error?.issues.every(({ path }) => path[0] === "held")).toBe(true)
    expect(error?.issues.length).toBeGreaterThan(0)
  })

  test("a repeated parameter is the list with commas", () => {
    const parsed = (query: string) => parseRequestParams(riskContract, { coin: "BTC" }, new URLSearchParams(query))
    const twice = parsed("held=BTC:long:0.5&held=SOL:short:1")
    expect(twice).toEqual(parsed("held=BTC:long:0.5,SOL:short:1"))
    expect(twice.params.held).toHaveLength(2)
  })

  test("up to five positions are taken", () => {
    const named = (count: number) => ({ held: Array.from({ length: count }, () => "SOL:short:0.25").join(",") })
    expect(riskContract.queryParams.parse(named(5)).held).toHaveLength(5)
    expect(riskContract.queryParams.safeParse(named(6)).success).toBe(false)
  })

  function emptyFor(missing: string) {
    return (coin: string, interval: Interval) =>
      coin === missing ? Promise.resolve(null) : book.candles.candles(coin, interval)
  }
})

/** The volatility for which 1.5 ATR of 4 at a price of 100 is the usual distance. */
const usualDay = usualForecast(0.04)

test("a plan has the table's odds within 14 days, and its stop the touch odds of every horizon", () => {
  const price = (count: number) => 100 * Math.exp(count * 1.5 * 0.04)
  const plan = { ...long, stop: price(-1), targets: [price(1), price(2), price(3)] } as const
  const { stop, targets } = planOf(plan, usualDay, "plan")
  const { targets: table } = forecastModel
  const row = table.stops.indexOf(1.5)
  expect(stop).toMatchObject({ distance_pct: 5.82, distance_atr: 1.5 })
  expect(stop.p_hit_3d).toBe(round(touchProbability(plan.stop, 100, usualDay, 72), 4))
  expect(stop.p_hit_7d).toBe(stop.p_touch_7d)
  expect(stop.p_hit_14d).toBe(round(touchProbability(plan.stop, 100, usualDay, 336), 4))
  expect(targets.map((target) => target.p_before_stop_14d).slice(0, 2)).toEqual(
    [1.5, 3].map((target) => table["14d"][row]?.[table.targets.indexOf(target)]),
  )
})

test("every target returns minus its costs, and break-even is higher by the costs", () => {
  for (let stopAtr = 1.25; stopAtr <= 2; stopAtr += 0.05) {
    for (const sign of [1, -1]) {
      const price = (multiple: number) => 100 + sign * multiple * 4 * stopAtr
      const side = sign > 0 ? "long" : "short"
      const plan = { ...long, side, stopAtr, stop: price(-1), targets: [price(1), price(2), price(3)] } as const
      for (const target of planOf(plan, usualDay, "plan").targets) {
        const { r_multiple, p_before_stop_14d: hit, p_stop_first_14d: stopped = 0, neither_r_14d = 0 } = target
        const costs = 0.2 / (4 * stopAtr)
        expect(r_multiple * hit - stopped + (1 - hit - stopped) * neither_r_14d).toBeCloseTo(0, 3)
        expect(target.expected_r).toBeCloseTo(-costs, 4)
        expect(target.p_break_even).toBeCloseTo(hit + costs / r_multiple, 3)
      }
    }
  }
})

test("a stop nearer than the costs has a break-even of 1", () => {
  const near = { ...long, stop: 99.9, targets: [100.1, 100.2, 100.3] } as const
  const still = forecastWith({ sigma24h: 0.0004, sigma7d: 0.001 })
  expect(planOf(near, still, "plan").targets[0]?.p_break_even).toBe(1)
})

test("the published example's odds are computed from its levels and ranges", () => {
  const { plan, levels, outlook, price, barriers, cost_details, meta, volatility: terms } = riskContract.example
  const sigmaOf = (hours: number) => (terms?.find((term) => term.hours === hours)?.sigma_pct ?? 0) / 100
  const volatility = {
    ...forecastWith({ sigma24h: outlook.expected_move_24h_pct / 100, sigma7d: sigmaOf(168) }),
    sigma30d: sigmaOf(720),
    nowMs: Date.parse(meta.as_of),
  }
  expect(outlookOf(price, volatility)).toEqual(outlook)
  expect(volatilityTerms(volatility)).toEqual(terms)
  const { entry, stop_loss: stop, take_profit_1, take_profit_2, take_profit_3 } = levels
  const targets = [take_profit_1, take_profit_2, take_profit_3] as const
  const published = { kind: "plan", side: "long", entry, stop, targets, stopAtr: plan.stop.distance_atr } as const
  expect(planOf(published, volatility, plan.kind)).toEqual(plan)
  for (const barrier of [...barriers.supports, ...barriers.resistances, ...barriers.breakouts]) {
    const { price: priceUsd, kind, touches, hold_rate: holdRate } = barrier
    const distanceAtr = Math.abs(priceUsd - price) / cost_details.atr
    expect(barrierOf({ priceUsd, kind, touches, holdRate, distanceAtr }, { priceUsd: price, volatility })).toEqual(
      barrier,
    )
  }
  const { stop_loss, take_profits } = signalContract.example.level_odds ?? {}
  const { p_touch_24h, p_touch_7d, p_hit_14d } = plan.stop
  expect(stop_loss, "the example of /signal has the same levels").toEqual({ p_touch_24h, p_touch_7d, p_14d: p_hit_14d })
  expect(plan.targets).toMatchObject(take_profits ?? [])
})

describe("costs", () => {
  const funded = (fundingPctPer8h: number, ageHours = 4) => {
    const funding = [{ atMs: view.timeMs - ageHours * HOUR_MS, fundingPctPer8h }]
    return costDetailsOf({ ...view, series: { ...view.series, funding } }, { atr: 2_500, priceUsd: 100_000 })
  }

  test("are texts with a percent sign, and annual funding is 1,095 settlements", () => {
    expect(costsOf(funded(0.01))).toEqual({ funding_rate_8h: "0.0100%", funding_annual: "10.95%", atr_pct: "2.50%" })
    expect(costsOf(funded(-0.0033))).toMatchObject({ funding_rate_8h: "-0.0033%", funding_annual: "-3.61%" })
    expect(costsOf(funded(-0.00001))).toMatchObject({ funding_rate_8h: "0.0000%" })
  })

  test("name the paying side, and drop a rate that is two settlements old", () => {
    expect([0.01, -0.01, 0].map((rate) => funded(rate).funding_paid_by)).toEqual(["longs", "shorts", "nobody"])
    expect(funded(0.01, 18).funding_rate_8h_pct).toBeNull()
  })
})

test("capital and risk_pct outside their bounds are refused with the parameter's name", () => {
  const parse = (query: Record<string, string>) => riskContract.queryParams.safeParse(query)
  expect(parse({}).data).toEqual({ capital: 10_000, risk_pct: 1 })
  for (const capital of ["0", "99", "-5", "1e6", "", "NaN", "1000000001"]) {
    expect(parse({ capital }).error?.issues[0]?.path, capital).toEqual(["capital"])
  }
  for (const risk_pct of ["0", "11", "one"]) expect(parse({ risk_pct }).error?.issues[0]?.path).toEqual(["risk_pct"])
})
