import { DIRECTIONS } from "@/lib/domain/signals/direction"
import fc from "fast-check"
import { expect, test } from "vitest"
import { arenaContract } from "@/lib/endpoints/arena-snapshot/contract"
import type { Contract, Params } from "@/lib/api/contract"
import { statsContract } from "./contract"
import { commitmentOf, linkHash } from "@/lib/domain/track-record/chain"
import type { SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import { NOTHING_PROVEN } from "@/lib/domain/track-record/proof"
import { parseRequestParams } from "@/lib/server/http/request-params"
import { createMemorySealedStore, createMemoryOutcomeStore, testSha256 } from "@/tools/testing/record/sealed-store"
import { sealedHistory, type SealedHistory, HISTORY_START_MS, historyFeed } from "@/tools/testing/record/sealed-history"
import { getArena } from "@/lib/endpoints/arena-snapshot/answer"
import { getStats } from "./answer"
import type { RecordPorts } from "@/lib/usecases/record-answer"

const DAY = 86_400_000
const history = sealedHistory({ days: 100, seed: 13 })

function portsAt(nowMs: number, from: SealedHistory = history): RecordPorts {
  return {
    sealed: createMemorySealedStore(from.records.filter(({ facts }) => facts.sealedAtMs <= nowMs)),
    outcomes: createMemoryOutcomeStore(from.outcomes.filter(({ exitTimeMs }) => exitTimeMs <= nowMs)),
    proof: async () => NOTHING_PROVEN,
    candles: historyFeed(from, nowMs),
    mode: "sandbox",
    methodVersion: "test-1",
    maySell: () => true,
    nowMs,
  }
}

function asked<C extends Contract>(contract: C, query: Readonly<Record<string, string>>): Params<C> {
  return parseRequestParams(contract, undefined, new URLSearchParams(query)).params
}

const statsAt = (nowMs: number, query: Record<string, string> = {}, from: SealedHistory = history) =>
  getStats(asked(statsContract, query), portsAt(nowMs, from))

const arenaAt = (nowMs: number, query: Record<string, string> = {}, from: SealedHistory = history) =>
  getArena(asked(arenaContract, query), portsAt(nowMs, from))

test.each([0, 3, 40, 100])("after %i days stats and arena match their contracts", async (days) => {
  const nowMs = HISTORY_START_MS + days * DAY
  for (const query of [{}, { coin: "ETH", horizon: "7d", window: "30d", limit: "5" }, { kind: "replay" }]) {
    const stats = await statsAt(nowMs, query)
    expect(statsContract.response.parse(stats)).toEqual(stats)
    const arena = await arenaAt(nowMs, query)
    expect(arenaContract.response.omit({ versions: true }).parse(arena)).toEqual(arena)
  }
})

test("the contracts' examples are consistent", () => {
  expect(statsContract.response.parse(statsContract.example)).toEqual(statsContract.example)
  expect(arenaContract.response.parse(arenaContract.example)).toEqual(arenaContract.example)
  for (const { description } of [statsContract, arenaContract]) expect(description.length).toBeLessThanOrEqual(200)
})

test("without daily candles the rules that read them are missing, and degraded names them", async () => {
  const ports = { ...portsAt(history.endMs), candles: { candles: async () => null, price: async () => null } }
  const stats = await getStats(asked(statsContract, {}), ports)
  expect(stats.meta.degraded).toHaveLength(3)
  expect(stats.win_rate).not.toBeNull()
})

test("the backtest is compared with simple rules, and its note says when those were as good", async () => {
  const { backtest } = await statsAt(HISTORY_START_MS)
  const recent = backtest.rows.filter(({ what }) => /since 2022-07|last year/.test(what))
  expect(recent).toHaveLength(3)
  for (const { what, sharpe, best_simple_rule } of recent) {
    expect(best_simple_rule.sharpe, what).toBeGreaterThanOrEqual(sharpe)
  }
  expect(backtest.note).toContain("Simple rules at the same volatility target were as good or better since then")
})

test("a record older than the daily candles is replayed from the first tradable day", async () => {
  const availableFromMs = HISTORY_START_MS + 20 * DAY
  const fromMs = availableFromMs + 31 * DAY
  const ports = portsAt(history.endMs)
  const candles: RecordPorts["candles"] = {
    ...ports.candles,
    async candles(coin, interval) {
      const held = await ports.candles.candles(coin, interval)
      return held && { ...held, value: held.value.filter(({ openTimeMs }) => openTimeMs >= availableFromMs) }
    },
  }
  const begun = { ...history, records: history.records.filter(({ facts }) => facts.decisionTimeMs >= fromMs) }
  const read = async (asking: RecordPorts) => {
    const arena = await getArena(asked(arenaContract, {}), asking)
    const { paper_equity } = await getStats(asked(statsContract, {}), asking)
    const composite = arena.entries.find(({ id }) => id === "composite")
    return { started: arena.started_at, days: arena.days, settled: composite?.settled, ...composite, paper_equity }
  }
  const shortened = await read({ ...ports, candles })
  const younger = await read(portsAt(history.endMs, begun))
  expect(shortened.started).toBe(new Date(fromMs).toISOString())
  for (const key of ["days", "settled", "equity_usd", "exposure", "trades", "paper_equity"] as const) {
    expect(shortened[key], key).toEqual(younger[key])
  }
})

test("no free answer depends on the content of an open call", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...DIRECTIONS),
      fc.integer({ min: 30, max: 99 }),
      fc.integer({ min: 0, max: 5 }),
      async (direction, day, slot) => {
        const nowMs = HISTORY_START_MS + day * DAY + slot * (DAY / 6) + 60_000
        const score = (3 - DIRECTIONS.indexOf(direction)) / 4
        const records = history.records.map((record) => {
          const open = record.facts.decisionTimeMs + DAY > nowMs
          const facts = {
            ...record.facts,
            direction,
            score,
            confidence: 0.61,
            pUp24h: 0.39,
            fearGreed: 1,
            degraded: true,
          }
          return open ? { ...record, facts } : record
        })
        const query = { coin: slot % 2 === 0 ? "all" : "BTC" }
        expect(await statsAt(nowMs, query, { ...history, records })).toEqual(await statsAt(nowMs, query))
        expect(await arenaAt(nowMs, query, { ...history, records })).toEqual(await arenaAt(nowMs, query))
      },
    ),
    { numRuns: 8 },
  )
})

test("open calls have only a commitment, a time and a price", async () => {
  const { open_calls: open } = await arenaAt(history.endMs)
  expect(open).toHaveLength(3 * 5)
  for (const call of open) {
    expect(Object.keys(call).toSorted()).toEqual([
      "coin",
      "commitment",
      "entry_price",
      "hash",
      "horizon",
      "id",
      "opened_at",
      "prev_hash",
      "settles_at",
    ])
  }
})

test("a settled row can be verified from the answer alone", async () => {
  const arena = JSON.parse(JSON.stringify(await arenaAt(history.endMs, { limit: "50" }))) as Awaited<
    ReturnType<typeof arenaAt>
  >
  expect(arena.recently_settled).toHaveLength(50)
  for (const row of arena.recently_settled) {
    expect(commitmentOf(row.record, row.nonce, testSha256)).toBe(row.commitment)
    const link = { id: row.id, commitment: row.commitment, prevHash: row.prev_hash }
    expect(linkHash(link, testSha256)).toBe(row.hash)
  }
})

test("settled rows are newest first, up to the limit", async () => {
  const { recently_settled: rows } = await arenaAt(history.endMs, { limit: "7", coin: "SOL" })
  expect(rows.map(({ coin }) => coin)).toEqual(Array(7).fill("SOL"))
  expect(rows.map(({ settled_at: at }) => at)).toEqual(
    rows
      .map(({ settled_at: at }) => at)
      .toSorted()
      .toReversed(),
  )
})

test("the paper equity of one coin is fully invested, like that of three coins", async () => {
  const all = await statsAt(history.endMs)
  const one = await statsAt(history.endMs, { coin: "BTC" })
  expect(one.paper_equity.buy_and_hold.total_return).not.toBe(all.paper_equity.buy_and_hold.total_return)
  const hold = (await arenaAt(history.endMs, { coin: "BTC" })).entries.find(({ id }) => id === "always_long")
  expect(hold?.exposure).toBeGreaterThan(0.99)
})

test("repeated answers are equal to the byte", async () => {
  expect(JSON.stringify(await statsAt(history.endMs))).toBe(JSON.stringify(await statsAt(history.endMs)))
  expect(JSON.stringify(await arenaAt(history.endMs))).toBe(JSON.stringify(await arenaAt(history.endMs)))
})

test("stats at a past time do not depend on later records", async () => {
  const nowMs = HISTORY_START_MS + 50 * DAY
  const later: RecordPorts = {
    ...portsAt(nowMs),
    sealed: createMemorySealedStore(history.records),
    outcomes: createMemoryOutcomeStore(history.outcomes),
  }
  const { integrity: _, meta: __, ...after } = await getStats(asked(statsContract, {}), later)
  expect(await statsAt(nowMs)).toMatchObject(after)
})

test("in strict no comparison has a call whose options or candles are red", async () => {
  const day = { low: 1, high: 2 }
  const options = { source: "deribit", asOfMs: 0, sigma24h: 0.03, sigma7d: 0.08, day, week: day }
  const change = (facts: SealedFacts) => ({
    ...facts,
    compared: { forecast: { sigma24h: 0.03, sigma7d: 0.08 }, options },
  })
  const young = sealedHistory({ days: 12, seed: 3, change })
  const strict = {
    ...portsAt(young.endMs, young),
    maySell: ({ source }: { readonly source: string }) => source !== "deribit",
  }
  const { compared } = await getStats(asked(statsContract, {}), strict)
  expect(compared).toMatchObject({ n: 0, withheld: ["deribit"], options: { qlike: null }, qlike_difference: null })
  const open = await getStats(asked(statsContract, {}), portsAt(young.endMs, young))
  expect(open.compared?.withheld).toEqual([])
  expect(open.compared?.n).toBeGreaterThan(100)
})
