import { DIRECTIONS } from "@/lib/domain/signals/direction"
import fc from "fast-check"
import { expect, test } from "vitest"
import { intervalMs } from "@/lib/domain/market/candle"
import type { Candles } from "@/lib/domain/market/candle-feed"
import { wilsonInterval } from "@/lib/domain/statistics/interval"
import { mean } from "@/lib/domain/statistics/moments"
import { seededRandom } from "@/lib/domain/statistics/random"
import { sealedHistory, type SealedHistory, HISTORY_START_MS } from "@/tools/testing/record/sealed-history"
import { closesBefore, type DailyHistory } from "./baselines"
import { computeStats } from "./compute-stats"
import type { Selection } from "./select-calls"
import { HORIZONS, withOutcome } from "./outcome"

const DAY = 86_400_000
const history = sealedHistory({ days: 110, seed: 3 })

function selection(change: Partial<Selection> = {}): Selection {
  return {
    nowMs: history.endMs,
    kind: "live_paper",
    horizon: "24h",
    coin: "all",
    windowMs: null,
    methodVersion: null,
    ...change,
  }
}

function dailyOf({ days }: SealedHistory): DailyHistory {
  return { BTC: days.BTC.value, ETH: days.ETH.value, SOL: days.SOL.value }
}

function stats(change: Partial<Selection> = {}, from: SealedHistory = history) {
  return computeStats(from.records, from.outcomes, { ...selection(change), daily: dailyOf(from) })
}

/** The same history with everything after `nowMs` removed. */
function cutAt(nowMs: number): SealedHistory {
  const until = (candles: Candles): Candles => ({
    ...candles,
    value: candles.value.filter(({ openTimeMs }) => openTimeMs + intervalMs["1d"] <= nowMs),
  })
  const days = { BTC: until(history.days.BTC), ETH: until(history.days.ETH), SOL: until(history.days.SOL) }
  return {
    ...history,
    days,
    records: history.records.filter(({ facts }) => facts.sealedAtMs <= nowMs),
    outcomes: history.outcomes.filter(({ exitTimeMs }) => exitTimeMs <= nowMs),
  }
}

test("statistics at a time do not depend on later records", () => {
  const random = seededRandom(11)
  for (let draw = 0; draw < 8; draw++) {
    const nowMs = HISTORY_START_MS + Math.floor(random() * 110 * DAY)
    for (const horizon of HORIZONS) {
      expect(stats({ nowMs, horizon }, cutAt(nowMs))).toEqual(stats({ nowMs, horizon }))
    }
  }
})

test("the same records in any order give the same statistics", () => {
  const shuffled = { ...history, records: history.records.toReversed(), outcomes: history.outcomes.toReversed() }
  expect(stats({}, shuffled)).toEqual(stats())
})

test("the content of an open call does not change a statistic", () => {
  fc.assert(
    fc.property(fc.constantFrom(...DIRECTIONS), fc.integer({ min: 0, max: 109 }), (direction, day) => {
      const nowMs = HISTORY_START_MS + day * DAY
      const records = history.records.map((record) => {
        const open = record.facts.decisionTimeMs + DAY > nowMs
        const opposite = { ...record.facts, direction, score: -record.facts.score, pUp24h: 0.99, degraded: true }
        return open ? { ...record, facts: opposite } : record
      })
      for (const horizon of HORIZONS) {
        expect(stats({ nowMs, horizon }, { ...history, records })).toEqual(stats({ nowMs, horizon }))
      }
    }),
    { numRuns: 12 },
  )
})

test("every emitted call is counted in exactly one group", () => {
  const { sample } = stats({ horizon: "7d" })
  expect(sample.emitted).toBe(history.records.length)
  expect(sample.pending + sample.unsettled + sample.settled).toBe(sample.emitted)
  expect(sample.directional + sample.lean + sample.neutral + sample.degraded + sample.void).toBe(sample.settled)
  expect(sample.missed).toBe(0)
})

test("closes without a record are missed, and horizons without a price are unsettled", () => {
  const gapped = { ...history, records: history.records.filter((_, index) => index < 30 || index >= 36) }
  expect(stats({}, gapped).sample.missed).toBe(6)
  const unpriced = { ...history, outcomes: history.outcomes.filter((_, index) => index % 10 !== 0) }
  expect(stats({}, unpriced).sample.unsettled).toBeGreaterThan(0)
})

test("closes without any sealed call are missed, at both ends of a window", () => {
  const silent = (fromDay: number, toDay: number) => ({
    ...history,
    records: history.records.filter(({ facts }) => {
      const day = (facts.decisionTimeMs - HISTORY_START_MS) / DAY
      return day < fromDay || day >= toDay
    }),
  })
  const stopped = silent(90, 110)
  for (const horizon of HORIZONS) {
    expect(stats({ horizon }, stopped).sample.missed).toBe(20 * 6 * 3)
    expect(stats({ horizon, windowMs: 10 * DAY }, stopped).sample).toMatchObject({ emitted: 0, missed: 10 * 6 * 3 })
  }
  expect(stats({ coin: "ETH" }, stopped).sample.missed).toBe(20 * 6)
  const interrupted = silent(80, 105)
  expect(stats({ windowMs: 30 * DAY }, interrupted).sample).toMatchObject({ emitted: 5 * 6 * 3, missed: 25 * 6 * 3 })
  expect(stats({ windowMs: 20 * DAY }, interrupted).sample.missed, "the gap begins before the window").toBe(15 * 6 * 3)
  expect(stats({}, interrupted).sample.missed).toBe(25 * 6 * 3)
})

test("no close is missed before a coin's first live record, or while it can still be sealed", () => {
  const young = {
    ...history,
    records: history.records.filter(({ facts }) => {
      return facts.decisionTimeMs >= HISTORY_START_MS + (facts.coin === "SOL" ? 105 : 100) * DAY
    }),
  }
  for (const windowMs of [null, 30 * DAY, 7 * DAY]) expect(stats({ windowMs }, young).sample.missed).toBe(0)
  const hour = intervalMs["1h"]
  expect(stats({ nowMs: history.endMs + hour }).sample.missed).toBe(0)
  expect(stats({ nowMs: history.endMs + hour + 1 }).sample.missed).toBe(3)
  expect(stats({ nowMs: history.endMs + hour + 1, methodVersion: "test-1" }).sample.missed).toBe(0)
  expect(stats({ nowMs: history.endMs + DAY, kind: "replay" }).sample.missed).toBe(0)
})

test("win rate, expectancy and alpha are means over settled directional calls", () => {
  const outcomes = new Map(
    history.outcomes.filter(({ horizon }) => horizon === "24h").map((measured) => [measured.id, measured]),
  )
  const directional = new Set(["STRONG_LONG", "LONG", "SHORT", "STRONG_SHORT"])
  const windows = history.records.flatMap(({ facts }) => {
    const measured = outcomes.get(facts.id)
    return measured ? [withOutcome(facts, measured)] : []
  })
  const calls = windows.filter(({ facts }) => directional.has(facts.direction))
  const { headline, significance } = stats()
  expect(headline.n).toBe(calls.length)
  expect(headline.winRate).toBeCloseTo(mean(calls.map(({ outcome }) => Number(outcome === "WIN"))) ?? 0, 12)
  expect(headline.expectancy).toBeCloseTo(mean(calls.map(({ netReturn }) => netReturn)) ?? 0, 12)
  const meanOf = (coin: string) =>
    mean(windows.filter(({ facts }) => facts.coin === coin).map(({ marketReturn }) => marketReturn)) ?? 0
  const alpha = mean(calls.map(({ facts, side, netReturn }) => netReturn - side * meanOf(facts.coin))) ?? 0
  expect(significance.alpha).toBeCloseTo(alpha, 12)
})

test("random calls on a random walk are not significant", () => {
  const { headline, significance, calibration } = stats()
  expect(headline.status).toBe("preliminary")
  expect(headline.winRateInterval?.low).toBeLessThan(0.5)
  expect(headline.winRateInterval?.high).toBeGreaterThan(0.5)
  expect(significance.pValueVsBase).toBeGreaterThan(0.05)
  expect(significance.expectancyInterval?.low).toBeLessThan(headline.expectancy ?? Number.NaN)
  expect(significance.expectancyInterval?.high).toBeGreaterThan(headline.expectancy ?? Number.NaN)
  expect(calibration?.brierSkill).toBeLessThan(0.02)
})

test("intervals of a short record are at least as wide as the normal interval of its effective size", () => {
  const { headline, significance } = stats()
  const normal = headline.expectancyInterval
  expect(normal).not.toBeNull()
  expect(significance.expectancyInterval?.low).toBeLessThanOrEqual(normal?.low ?? Number.NaN)
  expect(significance.expectancyInterval?.high).toBeGreaterThanOrEqual(normal?.high ?? Number.NaN)
})

test("a short record has counts and no rates", () => {
  const { headline, significance, calibration, ranges, baselines, ...rest } = stats({
    nowMs: HISTORY_START_MS + 20 * DAY,
  })
  expect(headline.n).toBeGreaterThan(100)
  expect(headline.status).toBe("insufficient_data")
  expect([headline.winRate, headline.expectancy, headline.winRateInterval, headline.baseRate]).toEqual(
    Array(4).fill(null),
  )
  expect([significance.alpha, significance.expectancyInterval, significance.pValueVsBase]).toEqual(Array(3).fill(null))
  expect([calibration?.brier, calibration?.calibrationError, calibration?.bins]).toEqual([null, null, []])
  expect([ranges.coverage, ranges.worst60d, ranges.intervalScore]).toEqual(Array(3).fill(null))
  for (const { winRate, winRateInterval, expectancy, expectancyInterval } of baselines) {
    expect([winRate, winRateInterval, expectancy, expectancyInterval]).toEqual(Array(4).fill(null))
  }
  const cells = [...rest.byCoin, ...rest.byDirection, ...rest.bySide, ...rest.byConfidence]
  expect(cells.every(({ winRate, expectancyInterval }) => winRate === null && expectancyInterval === null)).toBe(true)
})

test("an empty record gives an answer without an error", () => {
  const empty = { ...history, records: [], outcomes: [] }
  expect(stats({}, empty).sample).toMatchObject({ emitted: 0, settled: 0, coverage: null, firstCallMs: null })
})

test("the breakdowns sum to the headline", () => {
  const { headline, byCoin, bySide, byConfidence, byMethodVersion, byHorizon } = stats()
  for (const cells of [byCoin, bySide, byConfidence, byMethodVersion]) {
    expect(cells.reduce((n, cell) => n + cell.n, 0)).toBe(headline.n)
  }
  expect(byHorizon[0]).toEqual({ key: "24h", ...headline })
  const widthOf = ({ expectancyInterval: interval }: typeof headline) => (interval ? interval.high - interval.low : 0)
  expect(widthOf(headline)).toBeGreaterThan(0)
  const shown = byCoin.filter(({ status, n }) => status !== "insufficient_data" && n < headline.n)
  expect(shown).not.toEqual([])
  for (const cell of shown) expect(widthOf(cell), cell.key).toBeGreaterThan(widthOf(headline))
})

test("coin, window and version filter the record", () => {
  expect(stats({ coin: "ETH" }).headline.n).toBe(stats().byCoin[1]?.n)
  expect(stats({ windowMs: 30 * DAY }).sample.emitted).toBe(30 * 6 * 3)
  expect(stats({ methodVersion: "other" }).sample.emitted).toBe(0)
})

test("a group's figures equal those of a selection of the group", () => {
  const turn = HISTORY_START_MS + 55 * DAY
  const versioned = sealedHistory({
    days: 110,
    seed: 3,
    change: (facts) => (facts.decisionTimeMs < turn ? facts : { ...facts, methodVersion: "test-2" }),
  })
  for (const { key, ...group } of stats({}, versioned).byMethodVersion) {
    expect(group.baseRate).not.toBeNull()
    expect(stats({ methodVersion: key }, versioned).headline).toEqual(group)
  }
  expect(stats({ coin: "ETH" }).headline.baseRate).toBe(stats().byCoin[1]?.baseRate)
})

test("late records are replayed and not counted as live", () => {
  const late = sealedHistory({
    days: 5,
    seed: 3,
    change: (facts) => ({ ...facts, sealedAtMs: facts.decisionTimeMs + 2 * 3_600_000 }),
  })
  const nowMs = late.endMs + DAY
  expect(stats({ nowMs }, late).sample.emitted).toBe(0)
  expect(stats({ nowMs, kind: "replay" }, late).sample.emitted).toBe(late.records.length)
  expect(stats({ kind: "replay" }).sample.emitted).toBe(0)
})

test("always_long wins as often as the market rises, and cash earns 0", () => {
  const long = sealedHistory({ days: 110, seed: 3, change: (facts) => ({ ...facts, direction: "LONG" }) })
  const { baselines, significance, headline } = stats({}, long)
  const always = baselines.find(({ id }) => id === "always_long")
  expect(always?.winRate).toBeCloseTo(significance.baseRateUp ?? 0, 12)
  expect(always?.n).toBe(headline.n)
  expect(baselines.find(({ id }) => id === "cash")).toMatchObject({ winRate: null, expectancy: 0 })
  expect(baselines.find(({ id }) => id === "sma_200")?.n).toBe(headline.n)
})

test("a simple rule's rates are within their intervals, which use the effective sample size", () => {
  const { baselines, headline } = stats()
  for (const { id, winRate, winRateInterval, expectancy, expectancyInterval } of baselines) {
    expect(expectancyInterval?.low, id).toBeLessThanOrEqual(expectancy ?? Number.NaN)
    expect(expectancyInterval?.high, id).toBeGreaterThanOrEqual(expectancy ?? Number.NaN)
    if (winRate === null) continue
    expect(winRateInterval).toEqual(wilsonInterval(winRate, headline.nEffective))
  }
})

test("a baseline without history has no calls", () => {
  const bare = computeStats(history.records, history.outcomes, { ...selection(), daily: {} })
  expect(bare.baselines.map(({ id, n }) => [id, n > 0])).toEqual([
    ["always_long", true],
    ["coin_flip_seeded", true],
    ["persistence", false],
    ["momentum_7d", false],
    ["sma_200", false],
    ["cash", true],
  ])
})

test("a rule reads only closed days without a gap", () => {
  const candles = history.days.BTC.value.slice(0, 5)
  const first = candles[0]?.openTimeMs ?? 0
  expect(closesBefore(candles, first + 2 * DAY - 1, 200)).toHaveLength(1)
  expect(closesBefore(candles, first + 2 * DAY, 200)).toHaveLength(2)
  expect(closesBefore(candles, first + 5 * DAY, 3)).toHaveLength(3)
  expect(closesBefore(candles, first + 6 * DAY, 200)).toEqual([])
})

test("ranges that contain every price have a coverage of 1, and a worst window from 60 days on", () => {
  const wide = sealedHistory({
    days: 110,
    seed: 3,
    change: (facts) => ({ ...facts, ranges: { day: { low: 1, high: 1e6 }, week: { low: 1, high: 1e6 } } }),
  })
  expect(stats({}, wide).ranges).toMatchObject({ coverage: 1, worst60d: 1 })
  expect(stats({ coin: "BTC", nowMs: HISTORY_START_MS + 50 * DAY }, wide).ranges).toMatchObject({
    coverage: 1,
    worst60d: null,
  })
  const none = sealedHistory({ days: 10, seed: 3, change: (facts) => ({ ...facts, ranges: null }) })
  expect(stats({}, none).ranges.n).toBe(0)
})
