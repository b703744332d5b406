import { expect, test } from "vitest"
import { COINS } from "@/lib/domain/market/coin"
import { verifyChain } from "@/lib/domain/track-record/chain-check"
import { publish } from "@/lib/domain/track-record/export-record"
import { type CallContent, isLive } from "@/lib/domain/track-record/sealed-signal"
import type { MeasuredOutcome } from "@/lib/domain/track-record/outcome"
import {
  createMemorySealedInputs,
  createMemorySealedStore,
  createMemoryOutcomeStore,
  testSha256,
} from "@/tools/testing/record/sealed-store"
import { callContent, sealedHistory, HISTORY_START_MS, historyFeed } from "@/tools/testing/record/sealed-history"
import type { CallParams } from "./call-at-close"
import { replaySignals, sealSignals, type SealingPorts } from "./seal-signals"
import { measureOutcomes } from "./measure-outcomes"

const HOUR = 3_600_000
const DAY = 24 * HOUR

const kept = (content: CallContent) => ({ content, texts: new Map<string, string>() })

function portsOn(store = createMemorySealedStore()) {
  const asked: CallParams[] = []
  let drawn = 0
  const ports: SealingPorts = {
    store,
    inputs: createMemorySealedInputs(),
    call: async (question) => {
      asked.push(question)
      return kept(callContent({ direction: question.decisionTimeMs % DAY === 0 ? "SHORT" : "LONG" }))
    },
    nonce: () => (drawn++).toString(16).padStart(32, "0"),
    sha256: testSha256,
    clock: () => HISTORY_START_MS,
  }
  return { store, asked, ports }
}

function sealAt(nowMs: number, ports: SealingPorts) {
  return sealSignals({ ...ports, clock: () => nowMs })
}

test("each close is sealed once per coin, for any timing of the runs", async () => {
  const { store, ports } = portsOn()
  for (const minute of [0, 1, 2, 59]) await sealAt(HISTORY_START_MS + minute * 60_000, ports)
  expect(store.chain.map(({ facts }) => facts.id)).toEqual(COINS.map((coin) => `${coin}-2026-01-01T00:00:00.000Z`))
  await sealAt(HISTORY_START_MS + 4 * HOUR, ports)
  expect(store.chain).toHaveLength(6)
  expect(store.chain.every(({ facts }) => isLive(facts))).toBe(true)
})

test("a sealed call is not rewritten when the engine computes another", async () => {
  const { store, ports } = portsOn()
  await sealAt(HISTORY_START_MS, ports)
  const before = structuredClone(store.chain)
  const changed = { ...ports, call: async () => kept(callContent({ direction: "STRONG_SHORT" })) }
  const results = await sealAt(HISTORY_START_MS + HOUR, changed)
  expect(results.map(({ outcome }) => outcome)).toEqual(Array(3).fill("already_sealed"))
  expect(store.chain).toEqual(before)
})

test("a close is not sealed later than an hour", async () => {
  const { store, ports } = portsOn()
  const results = await sealAt(HISTORY_START_MS + HOUR + 1, ports)
  expect(results.map(({ outcome }) => outcome)).toEqual(Array(3).fill("too_late"))
  expect(store.chain).toEqual([])
})

test("a coin without inputs is tried again, and the other coins are sealed", async () => {
  const { store, ports } = portsOn()
  const partial: SealingPorts = {
    ...ports,
    call: (question) => (question.coin === "ETH" ? Promise.resolve(null) : ports.call(question)),
  }
  const results = await sealAt(HISTORY_START_MS, partial)
  expect(results.map(({ outcome }) => outcome)).toEqual(["sealed", "unavailable", "sealed"])
  await sealAt(HISTORY_START_MS + 60_000, ports)
  expect(store.chain.map(({ facts }) => facts.coin)).toEqual(["BTC", "SOL", "ETH"])
})

test("the engine gets the coin's previous direction and not a later one", async () => {
  const { asked, ports } = portsOn()
  await sealAt(HISTORY_START_MS, ports)
  await sealAt(HISTORY_START_MS + 4 * HOUR, ports)
  expect(asked.map(({ previousDirection }) => previousDirection)).toEqual([null, null, null, "SHORT", "SHORT", "SHORT"])
})

test("after a missed close the engine gets no previous direction, live and in a replay", async () => {
  const directionsAfterRestart = async (next: (ports: SealingPorts) => Promise<unknown>) => {
    const { asked, ports } = portsOn()
    await sealAt(HISTORY_START_MS, ports)
    await next(ports)
    return asked.slice(COINS.length).map(({ previousDirection }) => previousDirection)
  }
  expect(await directionsAfterRestart((ports) => sealAt(HISTORY_START_MS + 8 * HOUR, ports))).toEqual([
    null,
    null,
    null,
  ])
  const nowMs = HISTORY_START_MS + 10 * HOUR
  const replay = (ports: SealingPorts) => replaySignals({ ...ports, clock: () => nowMs }, HISTORY_START_MS + 8 * HOUR)
  expect(await directionsAfterRestart(replay)).toEqual([null, null, null])
})

test("two processes that seal concurrently leave one valid chain without duplicates", async () => {
  const { store, ports } = portsOn()
  await Promise.all([sealAt(HISTORY_START_MS, ports), sealAt(HISTORY_START_MS + 1, ports)])
  expect(store.chain).toHaveLength(3)
  const published = store.chain.map((record) => publish(record, HISTORY_START_MS))
  expect(verifyChain(published, testSha256).valid).toBe(true)
})

test("replayed closes have the time at which they were replayed", async () => {
  const { store, ports } = portsOn()
  const nowMs = HISTORY_START_MS + DAY
  await replaySignals({ ...ports, clock: () => nowMs }, HISTORY_START_MS + 1)
  await sealAt(nowMs, ports)
  expect(store.chain).toHaveLength(3 * 6)
  expect(store.chain.filter(({ facts }) => isLive(facts))).toHaveLength(3)
  expect(
    verifyChain(
      store.chain.map((record) => publish(record, nowMs)),
      testSha256,
    ).valid,
  ).toBe(true)
})

test("a stopped replay continues where it ended", async () => {
  const { store, asked, ports } = portsOn()
  const replay = (isStopped: () => boolean) =>
    replaySignals({ ...ports, clock: () => HISTORY_START_MS + DAY, isStopped }, HISTORY_START_MS + 1)
  await replay(() => store.chain.length === 4)
  expect(store.chain).toHaveLength(4)
  await replay(() => false)
  expect(store.chain.length).toBeGreaterThan(4)
  expect(new Set(store.chain.map(({ facts }) => facts.id)).size).toBe(store.chain.length)
  expect(asked).toHaveLength(store.chain.length)
})

test("a record has the time at which it was sealed, not the start of the run", async () => {
  const { store, ports } = portsOn()
  let nowMs = HISTORY_START_MS + DAY
  const slow: SealingPorts = {
    ...ports,
    clock: () => nowMs,
    call: async (question) => {
      nowMs += 1000
      return ports.call(question)
    },
  }
  await replaySignals(slow, HISTORY_START_MS + 12 * HOUR)
  await sealSignals(slow)
  const afterMs = store.chain.map(({ facts }) => facts.sealedAtMs - HISTORY_START_MS - DAY)
  expect(afterMs).toEqual(store.chain.map((_, index) => 1000 * (index + 1)))
})

test("a call that is computed later than its hour is not sealed", async () => {
  const { store, ports } = portsOn()
  let nowMs = HISTORY_START_MS + HOUR - 1000
  const slow: SealingPorts = {
    ...ports,
    clock: () => nowMs,
    call: async (question) => {
      nowMs += 700
      return ports.call(question)
    },
  }
  expect((await sealSignals(slow)).map(({ outcome }) => outcome)).toEqual(["sealed", "too_late", "too_late"])
  expect(store.chain.every(({ facts }) => isLive(facts))).toBe(true)
})

test("each outcome is stored once, when it is known", async () => {
  const history = sealedHistory({ days: 9, seed: 2 })
  const sealed = createMemorySealedStore(history.records)
  const outcomes = createMemoryOutcomeStore()
  const settleAt = (nowMs: number) => measureOutcomes({ sealed, outcomes, candles: historyFeed(history, nowMs) }, nowMs)
  expect(await settleAt(HISTORY_START_MS + DAY - 1)).toBe(0)
  expect(await settleAt(HISTORY_START_MS + DAY)).toBe(3)
  expect(await settleAt(HISTORY_START_MS + DAY)).toBe(0)
  await settleAt(history.endMs)
  expect(inOrder(await outcomes.list())).toEqual(inOrder(history.outcomes))
})

test("without candles no outcome is stored", async () => {
  const history = sealedHistory({ days: 2, seed: 2 })
  const ports = {
    sealed: createMemorySealedStore(history.records),
    outcomes: createMemoryOutcomeStore(),
    candles: { candles: async () => null, price: async () => null },
  }
  expect(await measureOutcomes(ports, history.endMs)).toBe(0)
})

function inOrder(list: readonly MeasuredOutcome[]): readonly MeasuredOutcome[] {
  return list.toSorted((a, b) => `${a.id} ${a.horizon}`.localeCompare(`${b.id} ${b.horizon}`))
}
