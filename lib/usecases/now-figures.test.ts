import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { riskContract } from "@/lib/endpoints/risk/contract"
import { signalContract } from "@/lib/endpoints/signal/contract"
import type { Candle, Interval } from "@/lib/domain/market/candle"
import type { CandleFeed } from "@/lib/domain/market/candle-feed"
import { planOddsNow } from "@/lib/domain/risk/plan-odds-now"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { remainingVolatility, touchOddsNow } from "@/lib/domain/volatility/remaining"
import { touchOdds, touchProbability } from "@/lib/domain/volatility/touch"
import { sigmaFor } from "@/lib/domain/volatility/forecast"
import { forecastWith } from "@/tools/testing/engine/forecasts"
import { failingSeries, waveMarket } from "@/tools/testing/engine/signal-market"
import { getRisk } from "@/lib/endpoints/risk/answer"
import { getSignal } from "@/lib/endpoints/signal/answer"
import { nowUp24h } from "./now-figures"
import { readInputs, readMarket } from "./read-market"

const volatility = forecastWith({ sigma24h: 0.03, sigma7d: 0.08 })

describe("a 4h candle that is late", () => {
  test("leaves the call of the close before, with its time and its price", async () => {
    const nowMs = Date.UTC(2026, 10, 20, 12, 10)
    const market = waveMarket({ driftPerDay: 0.001, wave: 0.03, nowMs: Date.UTC(2026, 10, 20, 12) })
    const known = { "1h": market.hours, "4h": market.fourHours.slice(0, -1), "1d": market.days }
    const value = { asOfMs: nowMs, fetchedAtMs: nowMs, source: "binance" }
    const candles: CandleFeed = {
      price: async () => ({ ...value, value: 100, isDisputed: false }),
      candles: async (_, interval) => ({ ...value, value: known[interval] }),
    }
    const deps = { candles, series: failingSeries, mode: "sandbox", nowMs } as const
    const [signal, risk] = await Promise.all([getSignal({ coin: "BTC" }, deps), readMarket("BTC", deps)])
    expect(signal.decided_at).toBe("2026-11-20T08:00:00.000Z")
    expect(risk.recordPriceUsd).toBe(market.fourHours.at(-2)?.closeUsd)
    expect(signal.price_of_record).toBeCloseTo(risk.recordPriceUsd, 1)
    expect(signal.now?.hours_since_close).toBeCloseTo(4.17, 2)
  })
})

test("an answer names its sealed call only when the record agrees with its anchors, and says when it does not", async () => {
  const nowMs = Date.UTC(2026, 10, 20, 12, 10)
  const market = waveMarket({ driftPerDay: 0.001, wave: 0.03, nowMs: Date.UTC(2026, 10, 20, 12) })
  const known = { "1h": market.hours, "4h": market.fourHours, "1d": market.days }
  const value = { asOfMs: nowMs, fetchedAtMs: nowMs, source: "binance" }
  const candles: CandleFeed = {
    price: async () => ({ ...value, value: 100, isDisputed: false }),
    candles: async (_, interval) => ({ ...value, value: known[interval] }),
  }
  const ports = { candles, series: failingSeries, mode: "sandbox", nowMs } as const
  const inputs = await readInputs("BTC", ports)
  const sealed = async () => ({ id: "BTC-1", commitment: "ab", previousDirection: null, inputs })
  const metaIn = async (recordState: "unchecked" | "agrees" | "contradicted") =>
    (await getSignal({ coin: "BTC" }, { ...ports, sealed, recordState })).meta
  expect((await metaIn("agrees")).sealed).toEqual({ id: "BTC-1", commitment: "ab" })
  expect((await metaIn("unchecked")).sealed).toBeNull()
  const contradicted = await metaIn("contradicted")
  expect(contradicted.sealed).toBeNull()
  expect(contradicted.degraded.join()).toContain("the sealed record is not the one that was anchored on the chain")
  expect((await metaIn("agrees")).degraded.join()).not.toContain("anchored")
})

describe("a level of the close at the price of now", () => {
  /** SOL at 238.00 with a resistance at 238.62 that was sealed with 42.7% within 24 hours. */
  const RESISTANCE = 238.62
  const reanchored = (sigma24h: number) => touchOdds(RESISTANCE, 238, { ...volatility, sigma24h }).within24h
  const sol = { ...volatility, sigma24h: valueAtWhich(reanchored, 0.921, [0.01, 0.1]) }
  const closeUsd = valueAtWhich((price) => touchOdds(RESISTANCE, price, sol).within24h, 0.427, [200, 238.6])

  test("has the odds of its distance from the price and of the time that is left", () => {
    const since = { volatility: sol, elapsedMs: 3 * HOUR_MS, atCloseUsd: closeUsd, hours: [], nowUsd: 238 }
    expect(touchOdds(RESISTANCE, closeUsd, sol).within24h).toBeCloseTo(0.427, 4)
    const now = touchOddsNow(RESISTANCE, since)
    expect(now).toMatchObject({ wasTouched: false })
    expect(Math.abs(now.within24h - 0.92)).toBeLessThan(0.015)
    expect(now.within24h).toBe(touchProbability(RESISTANCE, 238, { ...sol, elapsedHours: 3 }, 24))
  })

  test("is passed at the level and beyond it, on either side", () => {
    const at = (nowUsd: number, level: number) =>
      touchOddsNow(level, { volatility, elapsedMs: HOUR_MS, atCloseUsd: 100, hours: [], nowUsd })
    const passed = { wasTouched: true, within24h: 1, within7d: 1 }
    expect([at(105, 105), at(107, 105), at(95, 95), at(90, 95)]).toEqual([passed, passed, passed, passed])
    expect([at(104.9, 105).wasTouched, at(95.1, 95).wasTouched]).toEqual([false, false])
  })

  test("is touched when a closed hour since the close touched it, wherever the price is now", () => {
    const hours = [
      { highUsd: 102, lowUsd: 98 },
      { highUsd: 105, lowUsd: 99 },
    ]
    const at = (level: number) =>
      touchOddsNow(level, { volatility, elapsedMs: 2 * HOUR_MS, atCloseUsd: 100, hours, nowUsd: 101 })
    for (const level of [98, 102, 105]) expect(at(level)).toEqual({ wasTouched: true, within24h: 1, within7d: 1 })
    expect([97.9, 105.1].map((level) => at(level).wasTouched)).toEqual([false, false])
  })

  test("has the sealed odds at the moment and the price of the close", () => {
    const since = { volatility, elapsedMs: 0, atCloseUsd: 100, hours: [], nowUsd: 100 }
    expect(touchOddsNow(103, since)).toEqual({ wasTouched: false, ...touchOdds(103, 100, volatility) })
    expect(nowUp24h({ pUp24h: 0.523 }, since)).toBe(0.523)
  })

  test("is less likely with less time left at the same price", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -0.2, max: 0.2, noNaN: true }),
        fc.double({ min: 0, max: 23, noNaN: true }),
        (distance, hours) => {
          fc.pre(distance !== 0)
          const at = (elapsedMs: number) =>
            touchOddsNow(100 * (1 + distance), { volatility, elapsedMs, atCloseUsd: 100, hours: [], nowUsd: 100 })
              .within24h
          expect(at((hours + 1) * HOUR_MS)).toBeLessThanOrEqual(at(hours * HOUR_MS) + 1e-12)
        },
      ),
    )
  })
})

test("a remaining range has the variance that is left", () => {
  const left = remainingVolatility(volatility, 6 * HOUR_MS)
  const gone = sigmaFor(volatility, 6) ** 2
  expect(sigmaFor(left, 24) ** 2).toBeCloseTo(0.03 ** 2 - gone, 12)
  expect(sigmaFor(left, 168) ** 2).toBeCloseTo(0.08 ** 2 - gone, 12)
  // About the hours that are left: the hours of a day differ.
  expect(gone / 0.03 ** 2).toBeGreaterThan(0.15)
  expect(gone / 0.03 ** 2).toBeLessThan(0.35)
  expect(sigmaFor(remainingVolatility(volatility, 2 * DAY_MS), 24)).toBeGreaterThan(0)
})

describe("a plan at the price of now", () => {
  const plan = { stop: 94, targets: [106, 112, 118] } as const
  const at = (nowUsd: number) =>
    planOddsNow(plan, { volatility, elapsedMs: 3 * HOUR_MS, atCloseUsd: 100, hours: [], nowUsd })

  test("whose stop is passed has no target before the stop", () => {
    const { stop, targets } = at(93)
    expect(stop).toMatchObject({ wasTouched: true, within24h: 1, within3d: 1, within14d: 1 })
    expect(targets.map(({ beforeStop }) => beforeStop["14d"])).toEqual([0, 0, 0])
  })

  test("whose first target is passed has it with certainty, and the others more likely than before", () => {
    const [first, second, third] = at(107).targets
    expect(first).toMatchObject({ wasTouched: true, within24h: 1, beforeStop: { "7d": 1, "14d": 1 } })
    expect(second?.beforeStop["14d"]).toBeGreaterThan(at(100).targets[1]?.beforeStop["14d"] ?? 1)
    expect(third?.wasTouched).toBe(false)
  })
})

describe("a plan whose levels were touched in the hours since the close", () => {
  const beforeStop = (...hours: readonly (readonly [lowUsd: number, highUsd: number])[]) =>
    planOddsNow(
      { stop: 94, targets: [106, 112, 118] },
      {
        volatility,
        elapsedMs: hours.length * HOUR_MS,
        atCloseUsd: 100,
        hours: hours.map(([lowUsd, highUsd]) => ({ lowUsd, highUsd })),
        nowUsd: 100,
      },
    ).targets.map((target) => target.beforeStop["14d"])

  test("counts a target that was touched first, and none after the stop", () => {
    expect(beforeStop([99, 107], [93, 107], [99, 119])).toEqual([1, 0, 0])
    expect(beforeStop([93, 101], [99, 119])).toEqual([0, 0, 0])
  })

  test("counts both in one hour as the stop", () => expect(beforeStop([93, 107])).toEqual([0, 0, 0]))

  test("leaves the odds of levels that no hour touched", () => {
    const [first, second = 0] = beforeStop([99, 107])
    expect(first).toBe(1)
    expect(second).toBeGreaterThan(0)
    expect(second).toBeLessThan(1)
  })
})

describe("a purchase in the third hour after a close", () => {
  const market = waveMarket({ driftPerDay: 0.003, wave: 0.02 })
  const closeMs = market.nowMs
  const closeUsd = market.fourHours.at(-1)?.closeUsd ?? 0
  const depsAt = (minutes: number, moved: number, since: readonly Candle[] = []) => {
    const nowMs = closeMs + minutes * 60_000
    const sourced = <T>(value: T) => ({ value, asOfMs: nowMs, fetchedAtMs: nowMs, source: "binance" })
    const held: Readonly<Record<Interval, readonly Candle[]>> = {
      "1h": [...market.hours, ...since],
      "4h": market.fourHours,
      "1d": market.days,
    }
    const candles: CandleFeed = {
      candles: (_, interval) => Promise.resolve(sourced(held[interval])),
      price: () => Promise.resolve({ ...sourced(closeUsd * (1 + moved)), isDisputed: false }),
    }
    return { candles, series: failingSeries, mode: "sandbox", nowMs } as const
  }
  const question = { coin: "SOL", capital: 10_000, risk_pct: 1 } as const

  test("has the odds at the price beside the sealed odds, in /risk and /signal alike", async () => {
    const [sealed, risk] = [await getRisk(question, depsAt(0, 0)), await getRisk(question, depsAt(150, 0.02))]
    expect(riskContract.response.parse(risk)).toEqual(risk)
    const { now, plan, decided_at, price_of_record } = risk
    expect(plan, "the sealed figures do not move with the price").toEqual(sealed.plan)
    expect([decided_at, price_of_record]).toEqual([sealed.decided_at, sealed.price_of_record])
    expect(now).toMatchObject({ price_usd: risk.price, hours_since_close: 2.5 })
    const side = risk.direction === "LONG" ? 1 : -1
    expect(side * ((now?.targets[0]?.p_touch_24h ?? 0) - (plan.targets[0]?.p_touch_24h ?? 0))).toBeGreaterThan(0)
    expect(side * ((now?.stop.p_touch_24h ?? 0) - plan.stop.p_touch_24h)).toBeLessThan(0)
    const signal = await getSignal({ coin: "SOL" }, depsAt(150, 0.02))
    expect(signalContract.response.parse(signal)).toEqual(signal)
    expect(signal.now).toMatchObject({ price_usd: signal.price, range80_24h: now?.range80_24h })
    expect(signal.now?.stop_loss).toMatchObject({ p_touch_24h: now?.stop.p_touch_24h, p_hit_14d: now?.stop.p_hit_14d })
    const { low = 0, high = 0 } = signal.now?.range80_24h ?? {}
    expect(Math.log(high / low)).toBeLessThan(
      Math.log(signal.outlook.range80_24h.high / signal.outlook.range80_24h.low),
    )
    expect(Math.sqrt(low * high) / signal.price).toBeCloseTo(1, 4)
  })

  test("knows levels that closed hours have touched, and no hour that is open", async () => {
    const plan = (await getRisk(question, depsAt(0, 0))).plan
    const [level = 0] = plan.targets.map((target) => target.price)
    const hour = {
      ...market.hours.at(-1),
      openTimeMs: closeMs,
      highUsd: Math.max(level, closeUsd),
      lowUsd: Math.min(level, closeUsd),
    }
    const at = async (minutes: number) => (await getRisk(question, depsAt(minutes, 0, [hour as Candle]))).now
    expect((await at(59))?.targets[0]).toMatchObject({ passed: false })
    const now = await at(61)
    expect(now?.targets[0]).toMatchObject({ passed: true, p_touch_24h: 1, p_before_stop_14d: 1 })
    expect(now?.stop.passed).toBe(false)
    const signal = await getSignal({ coin: "SOL" }, depsAt(61, 0, [hour as Candle]))
    expect(signal.now?.take_profits?.[0]).toMatchObject({ passed: true, p_touch_7d: 1 })
  })

  test("has no resistance below the price and no support above it, however far the price moves", async () => {
    for (const moved of [-0.3, -0.1, -0.03, -0.004, 0, 0.004, 0.03, 0.1, 0.3]) {
      const { now, support_resistance: sealed, price } = await getRisk(question, depsAt(200, moved))
      if (now === undefined) throw new Error("The answer has no figures of now.")
      expect(now.nearest_support).toBeLessThan(price)
      expect(now.nearest_resistance).toBeGreaterThan(price)
      expect([now.nearest_support, now.nearest_resistance]).toEqual([now.supports[0]?.price, now.resistances[0]?.price])
      for (const { side, price: level } of now.passed) {
        expect(side === "resistance" ? price >= level : price <= level, `${side} ${level} at ${price}`).toBe(true)
      }
      const known = [...now.supports, ...now.resistances, ...now.passed].map((level) => level.price)
      expect(known).toEqual(expect.arrayContaining([...sealed.supports, ...sealed.resistances]))
    }
  })
})

/** The value between two others at which an ascending function has a result, by bisection. */
function valueAtWhich(
  result: (value: number) => number,
  wanted: number,
  [from, to]: readonly [number, number],
): number {
  let [low, high] = [from, to]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (result(middle) < wanted) low = middle
    else high = middle
  }
  return (low + high) / 2
}
