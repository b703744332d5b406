import { describe, expect, test } from "vitest"
import { regimeContract } from "./contract"
import type { CalendarTable } from "@/lib/domain/calendar/calendar-entry"
import { DataUnavailableError } from "@/lib/domain/errors"
import type { EtfFlowTable } from "@/lib/domain/flows/etf-flow"
import type { Candle } from "@/lib/domain/market/candle"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { failingSeries, foldCandles } from "@/tools/testing/engine/signal-market"
import { NO_INPUTS } from "@/lib/domain/signals/market-inputs"
import { getRegime, type RegimeDeps } from "./answer"
import { getRisk } from "@/lib/endpoints/risk/answer"

const COUNT = 600
const firstMs = Date.UTC(2025, 2, 1)
const nowMs = firstMs + COUNT * DAY_MS + 12 * HOUR_MS

/** A steady rise, so that the regime is MARKUP, or EUPHORIA with a high fear & greed index. */
const days = Array.from({ length: COUNT }, (_, i): Candle => {
  const closeUsd = 20_000 * Math.exp(0.004 * i + 0.01 * Math.sin(i))
  const spread = 0.02 + 0.002 * Math.sin(i * 1.7)
  return {
    openTimeMs: firstMs + i * DAY_MS,
    openUsd: closeUsd,
    highUsd: closeUsd * (1 + spread),
    lowUsd: closeUsd * (1 - spread),
    closeUsd,
    volumeBase: 1,
    takerBuyVolumeBase: null,
  }
})

/** Hours of the last 70 days. */
const hours = Array.from({ length: 70 * 24 }, (_, i): Candle => {
  const closeUsd = 20_000 * Math.exp(0.004 * (COUNT - 70 + i / 24) + 0.004 * Math.sin(i))
  const openTimeMs = nowMs - (70 * 24 - i) * HOUR_MS
  const around = { highUsd: closeUsd * 1.004, lowUsd: closeUsd * 0.996 }
  return { openTimeMs, openUsd: closeUsd, ...around, closeUsd, volumeBase: 1, takerBuyVolumeBase: null }
})

const candlesOf = (list: readonly Candle[]) => ({
  candles: (_: unknown, interval: string) => Promise.resolve(sourced(interval === "1h" ? hours : list)),
})

function sourced<T>(value: T) {
  return { value, asOfMs: nowMs - HOUR_MS, fetchedAtMs: nowMs, source: "test" }
}

function fearGreedDays(index: number, count = COUNT) {
  return Array.from({ length: count }, (_, i) => ({ atMs: firstMs + (COUNT - count + 1 + i) * DAY_MS, index }))
}

const flows: EtfFlowTable = [
  { atMs: nowMs - 12 * HOUR_MS - DAY_MS, totalUsdM: 40, usdMByFund: { IBIT: 40 }, isFinal: true },
  { atMs: nowMs - 12 * HOUR_MS - 2 * DAY_MS, totalUsdM: -15, usdMByFund: { IBIT: -15 }, isFinal: true },
]

function calendarAt(hoursAhead: number): CalendarTable {
  const entry = { title: "Consumer Price Index", source: "bls", impact: null } as const
  const publishers = [
    { source: "bls", isOk: true },
    { source: "fed", isOk: true },
  ] as const
  return { entries: [{ ...entry, when: { atMs: nowMs + hoursAhead * HOUR_MS } }], publishers }
}

function depsOf(changes: Partial<RegimeDeps> = {}): RegimeDeps {
  return {
    candles: candlesOf(days),
    fearGreed: { read: () => Promise.resolve(sourced(fearGreedDays(60))) },
    etfFlows: { read: () => Promise.resolve(sourced(flows)) },
    calendar: { read: () => Promise.resolve(sourced(calendarAt(100))) },
    nowMs,
    mode: "sandbox",
    ...changes,
  }
}

test("the answer matches the contract, and its rules explain the regime", async () => {
  const answer = await getRegime({}, depsOf())
  expect(regimeContract.response.parse(answer)).toEqual(answer)
  expect(answer).toMatchObject({ regime: "MARKUP", trend: "UPTREND", fg: 60, etf_flow_7d_m: 25 })
  expect(answer.rules.find(({ met }) => met)?.regime).toBe("MARKUP")
  expect(answer).toMatchObject({
    days_in_regime: 180,
    days_in_regime_is_minimum: true,
    regime_since: null,
    changes: [],
  })
  expect(answer.facts.day).toBe("2026-10-21")
  expect(answer.meta.degraded).toEqual([])
})

test("the volatility is that of /risk/BTC and /signal/BTC at the same moment, and of the sealed inputs", async () => {
  const held = { "1h": hours, "4h": foldCandles(hours, "4h"), "1d": days }
  const candles = {
    candles: (_: unknown, interval: keyof typeof held) => Promise.resolve(sourced(held[interval])),
    price: () => Promise.resolve({ ...sourced(hours.at(-1)?.closeUsd ?? 0), isDisputed: false }),
  }
  const deps = { candles, series: failingSeries, mode: "sandbox", nowMs } as const
  const [risk, regime] = await Promise.all([
    getRisk({ coin: "BTC", capital: 10_000, risk_pct: 1 }, deps),
    getRegime({}, depsOf({ candles })),
  ])
  const week = risk.volatility?.find((term) => term.hours === 168)?.annual_pct
  expect(week).toBeGreaterThan(0)
  expect(regime.expected.volatility_7d_annual_pct).toBe(week)
  const calm = hours.map((hour) => ({ ...hour, highUsd: hour.closeUsd * 1.001, lowUsd: hour.closeUsd * 0.999 }))
  const inputs = { ...NO_INPUTS, hours: sourced(calm), days: sourced(days) }
  const sealed = () => Promise.resolve({ id: "", commitment: "", previousDirection: null, inputs })
  const fromSealed = await getRegime({}, depsOf({ candles, sealed }))
  expect(fromSealed.expected.volatility_7d_annual_pct).toBeLessThan(week ?? 0)
})

test("a high fear & greed index makes the regime EUPHORIA, and the change has its date", async () => {
  const turned = [...fearGreedDays(60).slice(0, -10), ...fearGreedDays(90, 10)]
  const answer = await getRegime({}, depsOf({ fearGreed: { read: () => Promise.resolve(sourced(turned)) } }))
  // Nine days of 90 are published by the last closed day. The mean is 75 or more from the fourth, and confirmed two days later.
  expect(answer).toMatchObject({ regime: "EUPHORIA", days_in_regime: 4, regime_since: "2026-10-19" })
  expect(answer.changes).toEqual([{ date: "2026-10-19", from: "MARKUP", to: "EUPHORIA" }])
})

describe("the risk level", () => {
  test("rises by one step when a high-impact event is less than 24 hours away", async () => {
    const steps = ["LOW", "MODERATE", "ELEVATED", "HIGH"]
    const at = async (hours: number) =>
      getRegime({}, depsOf({ calendar: { read: () => Promise.resolve(sourced(calendarAt(hours))) } }))
    const [far, near] = [await at(25), await at(23)]
    expect(steps.indexOf(near.risk_level)).toBe(Math.min(3, steps.indexOf(far.risk_level) + 1))
    expect(near.volatility).toBe(far.volatility)
    expect([far.expected.event_within_24h, near.expected.event_within_24h?.includes("CPI")]).toEqual([null, true])
  })
})

describe("missing data", () => {
  const nothing = { read: () => Promise.resolve(null) }

  test("is named in degraded, and unknown flows are null", async () => {
    const answer = await getRegime({}, depsOf({ etfFlows: nothing, calendar: nothing }))
    expect(answer.etf_flow_7d_m).toBeNull()
    expect(answer.meta.degraded).toHaveLength(2)
    const short = await getRegime(
      {},
      depsOf({ fearGreed: { read: () => Promise.resolve(sourced(fearGreedDays(60, 30))) } }),
    )
    expect(short.meta.degraded).toEqual(["Older changes were dated without the fear & greed index."])
  })

  test("of prices, index or history makes the answer unavailable", async () => {
    const broken: Partial<RegimeDeps>[] = [
      { candles: { candles: () => Promise.resolve(null) } },
      { fearGreed: nothing },
      { candles: candlesOf(days.slice(-390)) },
    ]
    for (const changes of broken) await expect(getRegime({}, depsOf(changes))).rejects.toThrow(DataUnavailableError)
  })
})
