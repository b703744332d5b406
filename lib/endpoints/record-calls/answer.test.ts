import fc from "fast-check"
import { expect, test } from "vitest"
import { recordCallsContract } from "./contract"
import { statsContract } from "@/lib/endpoints/stats/contract"
import type { SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import { NOTHING_PROVEN } from "@/lib/domain/track-record/proof"
import { parseRequestParams } from "@/lib/server/http/request-params"
import { createMemorySealedStore, createMemoryOutcomeStore } from "@/tools/testing/record/sealed-store"
import { sealedHistory, HISTORY_START_MS, historyFeed } from "@/tools/testing/record/sealed-history"
import { getRecordCalls } from "./answer"
import { getStats } from "@/lib/endpoints/stats/answer"

const DAY_MS = 86_400_000
const FIRST_LIVE_MS = HISTORY_START_MS + 40 * DAY_MS
const DAYS = 80

/** Forty days of replayed calls and forty days of calls that were sealed in time. */
const history = sealedHistory({
  days: DAYS,
  seed: 29,
  change: (facts) =>
    facts.decisionTimeMs < FIRST_LIVE_MS
      ? { ...facts, sealedAtMs: facts.decisionTimeMs + 2 * 3_600_000 }
      : withoutRange(facts),
})

function withoutRange(facts: SealedFacts): SealedFacts {
  return facts.decisionTimeMs % (5 * DAY_MS) === 0 ? { ...facts, ranges: null, degraded: true } : facts
}

const portsAt = (nowMs: number) => ({
  sealed: createMemorySealedStore(history.records.filter(({ facts }) => facts.sealedAtMs <= nowMs)),
  outcomes: createMemoryOutcomeStore(history.outcomes),
  maySell: () => true,
  nowMs,
})

function callsAt(nowMs: number, query: Readonly<Record<string, string>> = {}) {
  const asked = parseRequestParams(recordCallsContract, undefined, new URLSearchParams({ coin: "BTC", ...query }))
  return getRecordCalls(asked.params, portsAt(nowMs))
}

test.each([0, 1, 45, DAYS])("after %i days the answer matches its contract", async (days) => {
  for (const query of [{}, { horizon: "7d", days: "90" }, { days: "1" }] as const) {
    const answer = await callsAt(HISTORY_START_MS + days * DAY_MS, query)
    expect(recordCallsContract.response.parse(answer)).toEqual(answer)
  }
})

test("a call younger than a day has only its price, at any time", async () => {
  const moments = fc.integer({ min: 0, max: DAYS * DAY_MS })
  await fc.assert(
    fc.asyncProperty(moments, fc.constantFrom("24h", "7d"), async (afterMs, horizon) => {
      const nowMs = HISTORY_START_MS + afterMs
      const { calls } = await callsAt(nowMs, { horizon, days: "90" })
      for (const { id, decided_at, price, kind, ...said } of calls) {
        const decidedMs = Date.parse(decided_at)
        expect(decidedMs, id).toBeLessThanOrEqual(nowMs)
        expect([price, kind === "replay"], id).toEqual([expect.any(Number), decidedMs < FIRST_LIVE_MS])
        if (decidedMs + DAY_MS > nowMs) {
          expect(said, id).toEqual({ direction: null, degraded: null, range: null, outcome: null })
        } else {
          expect(said.direction, id).not.toBeNull()
        }
        if (said.outcome) expect(Date.parse(said.outcome.at), id).toBeLessThanOrEqual(nowMs)
      }
    }),
    { numRuns: 60 },
  )
})

test("revealed calls equal the sealed calls, and figures equal the track record's", async () => {
  const { calls, figures } = await callsAt(history.endMs)
  const sealed = new Map(history.records.map(({ facts }) => [facts.id, facts]))
  for (const { id, price, direction, range } of calls) {
    const facts = sealed.get(id)
    expect(price).toBe(facts?.priceUsd)
    if (direction === null) continue
    expect(direction).toBe(facts?.direction)
    expect(range?.low ?? null).toBe(facts?.ranges ? Number(facts.ranges.day.low.toFixed(6)) : null)
  }
  const question = parseRequestParams(statsContract, undefined, new URLSearchParams({ coin: "BTC", window: "30d" }))
  const stats = await getStats(question.params, {
    ...portsAt(history.endMs),
    proof: async () => NOTHING_PROVEN,
    candles: historyFeed(history, history.endMs),
    mode: "sandbox",
    methodVersion: "test-1",
    maySell: () => true,
  })
  const { n, n_effective, status, coverage, ci95, level } = stats.ranges
  expect(figures.live_paper.ranges).toMatchObject({ n, n_effective, status, coverage, ci95, level })
  expect(figures.live_paper.calls).toMatchObject({ n: stats.sample.directional, win_rate: stats.win_rate })
})

test("the base rate covers all windows of the coin, as in the track record", async () => {
  const long = sealedHistory({
    days: 84,
    seed: 29,
    change: (facts) => ({ ...facts, direction: (facts.decisionTimeMs / DAY_MS) % 3 < 2 ? "LONG" : "NEUTRAL" }),
  })
  const ports = {
    sealed: createMemorySealedStore(long.records),
    outcomes: createMemoryOutcomeStore(long.outcomes),
    maySell: () => true,
    nowMs: long.endMs,
  }
  const asked = parseRequestParams(recordCallsContract, undefined, new URLSearchParams({ coin: "BTC", days: "90" }))
  const { calls, figures } = await getRecordCalls(asked.params, ports)
  const moves = calls.flatMap(({ outcome }) => (outcome === null ? [] : [outcome.return_pct]))
  const { win_rate, base_rate } = figures.live_paper.calls
  expect(base_rate).toBeCloseTo(moves.filter((move) => move > 0).length / moves.length, 5)
  expect(win_rate).not.toBeCloseTo(base_rate ?? 0, 5)
})

test("live and replayed calls have separate figures that match their rows", async () => {
  const { calls, figures } = await callsAt(history.endMs, { days: "60" })
  for (const kind of ["live_paper", "replay"] as const) {
    const outcomes = calls.flatMap((call) => (call.kind === kind && call.outcome ? call.outcome : []))
    const inside = outcomes.filter((outcome) => outcome.inside === true).length
    expect(outcomes.length, kind).toBeGreaterThan(100)
    expect(figures[kind].ranges, kind).toMatchObject({ n: outcomes.filter((o) => o.inside !== null).length, inside })
  }
  expect(calls.map(({ decided_at }) => decided_at)).toEqual(calls.map(({ decided_at }) => decided_at).toSorted())
})
