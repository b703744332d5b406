import { describe, expect, test } from "vitest"
import { assessPoolRisk } from "@/lib/domain/defi/pool-risk"
import { pool, protocol } from "@/tools/testing/domain/defi/pools"
import { indexTrust } from "@/lib/domain/defi/trust"
import { groupBy } from "@/lib/domain/group-by"
import { forecastModel } from "@/lib/domain/volatility/forecast-model"
import type { CandleFeed } from "@/lib/domain/market/candle-feed"
import { REGIMES, trendOf } from "@/lib/domain/regime/regime-rules"
import { decide } from "@/lib/domain/signals/decide"
import { DIRECTIONS, stepsFromNeutral } from "@/lib/domain/signals/direction"
import { CATEGORIES } from "@/lib/domain/signals/indicator"
import { type MarketInputs, NO_INPUTS } from "@/lib/domain/signals/market-inputs"
import { idOf, indicators } from "@/lib/domain/signals/registry"
import { strengthOf } from "@/lib/domain/signals/strength"
import { seededRandom } from "@/lib/domain/statistics/random"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { inputsOf, MARKET_NOW_MS, waveMarket } from "@/tools/testing/engine/signal-market"
import { testSha256 } from "@/tools/testing/record/sealed-store"
import { callFrom } from "./call-at-close"
import { getContext } from "@/lib/endpoints/context/answer"
import { getRisk } from "@/lib/endpoints/risk/answer"
import { getSignal } from "@/lib/endpoints/signal/answer"
import { getYields } from "@/lib/endpoints/yields/answer"
import type { MarketDeps } from "./read-market"
import { roundPrice } from "./rounding"

/** The answers are bought at different times after one 4h close, at different prices. */
const MINUTES = { signal: 1, risk: 95, context: 200 } as const

const markets = Array.from({ length: 24 }, (_, seed) => {
  const random = seededRandom(seed + 1)
  const driftPerDay = (random() - 0.5) * 0.02
  const wave = 0.005 + random() * 0.04
  const decisionTimeMs = MARKET_NOW_MS + 4 * HOUR_MS * Math.floor(random() * 40)
  const inputs = withSeries(inputsOf(waveMarket({ driftPerDay, wave, nowMs: decisionTimeMs })), decisionTimeMs, random)
  return { name: `market ${seed}`, inputs, decisionTimeMs, drift: random() * 0.02 - 0.01 }
})

describe.each(markets)("all answers of one close agree: $name", ({ inputs, decisionTimeMs, drift }) => {
  const sealed = callFrom(inputs, { decisionTimeMs, previousDirection: null }, testSha256)?.content
  const closeUsd = inputs.fourHours?.value.at(-1)?.closeUsd ?? 0

  /** The price has moved by a part of `drift` when the answer is bought. */
  const depsAt = (minutes: number): MarketDeps => {
    const nowMs = decisionTimeMs + minutes * 60_000
    const sourced = <T>(value: T) => ({ value, asOfMs: nowMs, fetchedAtMs: nowMs, source: "binance" })
    const held = { "1h": inputs.hours, "4h": inputs.fourHours, "1d": inputs.days }
    const candles: CandleFeed = {
      candles: (_, interval) => Promise.resolve(sourced(held[interval]?.value ?? [])),
      price: () => Promise.resolve({ ...sourced(closeUsd * (1 + (drift * minutes) / 240)), isDisputed: false }),
    }
    return { candles, series: { read: () => Promise.resolve(inputs) }, mode: "sandbox", nowMs }
  }

  test("price of record, levels, ranges and directions equal the sealed call's", async () => {
    const [signal, risk, context] = await Promise.all([
      getSignal({ coin: "BTC" }, depsAt(MINUTES.signal)),
      getRisk({ coin: "BTC", capital: 10_000, risk_pct: 1 }, depsAt(MINUTES.risk)),
      getContext({ coin: "BTC" }, depsAt(MINUTES.context)),
    ])
    if (sealed === undefined) throw new Error("The close cannot be sealed.")

    for (const answer of [signal, risk, context]) {
      expect(answer.price_of_record).toBe(roundPrice(sealed.priceUsd))
      expect(answer.decided_at).toBe(new Date(decisionTimeMs).toISOString())
      expect(answer.price_moved_pct).toBeCloseTo(100 * (answer.price / sealed.priceUsd - 1), 1)
    }
    const { risk_pct: _, ...levels } = risk.levels
    expect(signal.levels).toEqual(levels)
    expect(levels.entry).toBe(roundPrice(sealed.priceUsd))
    if (sealed.levels !== null) {
      expect(levels.stop_loss).toBe(sealed.levels.stopLossUsd)
      expect([levels.take_profit_1, levels.take_profit_2, levels.take_profit_3]).toEqual(sealed.levels.takeProfitsUsd)
    }
    expect(risk.outlook.range80_24h).toEqual(signal.outlook.range80_24h)
    expect(risk.outlook.range80_7d).toEqual(signal.outlook.range80_7d)
    expect(signal.outlook.range80_24h).toEqual({
      low: roundPrice(sealed.ranges?.day.low ?? 0),
      high: roundPrice(sealed.ranges?.day.high ?? 0),
    })

    expect(signal.signal.direction).toBe(sealed.direction)
    expect(risk.signal_direction).toBe(sealed.direction)
    expect(signal.signal.strength).toBe(sealed.strength)
    expect(risk.plan.kind).toBe(signal.level_odds?.kind)
    expect(risk.plan.kind).toBe(stepsFromNeutral(sealed.direction) > 1 ? "plan" : "reference")
    const word = { LONG: "BULLISH", SHORT: "BEARISH", NEUTRAL: "MIXED", UNAVAILABLE: "MIXED" } as const
    for (const category of CATEGORIES) {
      expect(context.category_summary[category], category).toBe(word[signal.categories[category]])
    }
  })

  test("every answer of one close has the volatility of one forecast", async () => {
    const [signal, risk] = await Promise.all([
      getSignal({ coin: "BTC" }, depsAt(MINUTES.signal)),
      getRisk({ coin: "BTC", capital: 10_000, risk_pct: 10 }, depsAt(MINUTES.risk)),
    ])
    const term = (hours: number) => risk.volatility?.find((one) => one.hours === hours)
    const week = term(168)?.annual_pct ?? 0
    expect(term(24)?.sigma_pct).toBe(signal.outlook.expected_move_24h_pct)
    expect(risk.outlook).toEqual({ ...signal.outlook, p_up_24h: undefined, flags: undefined })
    const { volatility_cap_pct: cap = 0, requested } = risk.position_sizing
    expect(cap).toBeCloseTo(Math.min(100, 4_000 / week), 1)
    expect((requested.position_size / 10_000) * week).toBeLessThan(40.01)
    if (sealed?.ranges) {
      const width = Math.log(sealed.ranges.week.high / sealed.priceUsd)
      const half = forecastModel.horizons.find(({ hours }) => hours === 168)?.halfWidths ?? []
      const z = half[forecastModel.shares.indexOf(0.8)] ?? 1
      expect((width / z) * Math.sqrt(365 / 7) * 100).toBeCloseTo(week, 1)
    }
  })

  test("the plan has its side's record, and no target earns its costs", async () => {
    const { plan, direction } = await getRisk({ coin: "BTC", capital: 10_000, risk_pct: 1 }, depsAt(MINUTES.risk))
    expect(plan.side_record?.side).toBe(direction.toLowerCase())
    for (const target of plan.targets) {
      expect(target.expected_r).toBeLessThan(0)
      expect(target.p_before_stop_14d).toBeLessThan(target.p_break_even)
    }
  })

  test("an indicator's value is what its name says, and what voted has a name of its own", async () => {
    const { details, indicators: values } = await getContext({ coin: "BTC" }, depsAt(MINUTES.context))
    for (const indicator of indicators) {
      const detail = details[idOf(indicator)]
      expect(detail?.window, indicator.name).not.toBe("")
      expect(detail?.value).toEqual(values[indicator.category][indicator.name])
    }
    const sign = (id: string) => Math.sign(Number(details[id]?.voted?.value))
    const voteSign = (id: string) => ({ long: 1, short: -1, neutral: 0 })[details[id]?.vote ?? "neutral"]
    for (const id of ["technical.macd_hist", "trend.ema_20_50"]) expect(sign(id), id).toBe(voteSign(id))
    for (const [id, { voted }] of Object.entries(details)) {
      const category = CATEGORIES.find((name) => id.startsWith(name))
      if (voted !== undefined) expect(category && values[category][voted.name ?? ""], id).toEqual(voted.value)
    }
    const five = inputs.etfFlows?.value.slice(-5).reduce((sum, { totalUsdM }) => sum + totalUsdM, 0) ?? 0
    expect(values.macro["etf_flow_5d_m"]).toBeCloseTo(five, 3)
    expect(values.macro["etf_flow_1d_m"]).toBeCloseTo(inputs.etfFlows?.value.at(-1)?.totalUsdM ?? Number.NaN, 3)
  })
})

test("a stronger direction has a larger strength", () => {
  const scores = Array.from({ length: 41 }, (_, i) => -1 + i / 20)
  const calls = scores.flatMap((score) =>
    [null, ...DIRECTIONS].flatMap((previous) =>
      [[], ["stretched"]].map((flags) => {
        const direction = decide({ score, flags: flags as "stretched"[], pUp24h: 0.5, previous })
        return { steps: stepsFromNeutral(direction), strength: strengthOf(direction, score) }
      }),
    ),
  )
  for (const one of calls) {
    expect(one.strength).toBeGreaterThanOrEqual(0)
    expect(one.strength).toBeLessThanOrEqual(100)
  }
  const strengths = groupBy(calls, ({ steps }) => String(steps))
    .toSorted(([a], [b]) => a.steps - b.steps)
    .map((same) => same.map(({ strength }) => strength))
  for (const [index, stronger] of strengths.slice(1).entries()) {
    expect(Math.max(...(strengths[index] ?? []))).toBeLessThan(Math.min(...stronger))
  }
  expect(strengths.length).toBeGreaterThan(2)
})

test("regime and trend do not contradict each other", () => {
  const rising = new Set<string>(["MARKUP", "EUPHORIA"])
  const falling = new Set<string>(["MARKDOWN", "FEAR_CAPITULATION"])
  for (const regime of REGIMES) {
    const expected = rising.has(regime) ? "UPTREND" : falling.has(regime) ? "DOWNTREND" : "SIDEWAYS"
    expect(trendOf(regime), regime).toBe(expected)
  }
})

test("the yield lists have no pool of an exploited protocol", async () => {
  const nowMs = MARKET_NOW_MS
  const hacks = [{ name: "Bad Vault", atMs: nowMs - 100 * DAY_MS, amountUsd: null }]
  const trustData = { protocols: [protocol("aave-v3"), protocol("bad-vault")], hacks }
  const list = [pool("good", { project: "aave-v3" }), pool("bad", { project: "bad-vault", apyPct: 40 })]
  const sourced = <T>(value: T) => ({ value, asOfMs: nowMs, fetchedAtMs: nowMs, source: "defillama" })
  const answer = await getYields(
    { asset_class: "all", chain: "all", min_tvl: 0, exposure: "any", il: "any", sort: "apy", limit: 50 },
    {
      pools: { read: () => Promise.resolve(sourced(list)) },
      trust: { read: () => Promise.resolve(sourced(trustData)) },
      treasuryBill: { read: () => Promise.resolve(null) },
      nowMs,
      mode: "sandbox",
    },
  )
  const rows = [...answer.stablecoin, ...answer.bluechip]
  expect(rows.map(({ project }) => project)).toEqual(["aave-v3"])
  expect(answer.counts.excluded.exploited).toBe(1)
  for (const row of rows) expect(row.flags).not.toContain("PROTOCOL_HACKED")
  const bad = list[1]
  if (bad !== undefined)
    expect(assessPoolRisk(bad, indexTrust(trustData)("bad-vault"), nowMs).grade).not.toMatch(/[ABC]/)
})

/** Series of every kind, so that every category can vote. */
function withSeries(candles: MarketInputs, nowMs: number, random: () => number): MarketInputs {
  const midnight = Math.floor(nowMs / DAY_MS) * DAY_MS
  const sourced = <T>(value: readonly T[]) => ({ value, asOfMs: nowMs, source: "fixture" })
  const walk = (start: number, step: number) => {
    let value = start
    return sourced(
      Array.from({ length: 70 }, (_, i) => {
        value *= 1 + (random() - 0.5) * step
        return { atMs: midnight - (72 - i) * DAY_MS, value }
      }),
    )
  }
  return {
    ...NO_INPUTS,
    ...candles,
    fearGreed: sourced([{ atMs: midnight, index: Math.round(random() * 100) }]),
    funding: sourced([16, 8, 0].map((h) => ({ atMs: nowMs - h * HOUR_MS, fundingPctPer8h: random() * 0.06 - 0.005 }))),
    vix: walk(18, 0.1),
    dxy: walk(104, 0.01),
    spx: walk(5_000, 0.02),
    us10y: walk(4, 0.04),
    etfFlows: sourced(
      Array.from({ length: 60 }, (_, i) => ({
        atMs: midnight - (62 - i) * DAY_MS,
        totalUsdM: Math.round((random() - 0.5) * 800),
        usdMByFund: {},
        isFinal: true,
      })),
    ),
    stablecoins: sourced(
      Array.from({ length: 12 }, (_, i) => ({
        atMs: midnight - (12 - i) * DAY_MS,
        supplyUsd: 2.5e11 * (1 + (random() - 0.5) * 0.02),
      })),
    ),
  }
}
