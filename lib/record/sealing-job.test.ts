import { beforeAll, describe, expect, test, vi } from "vitest"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import { DIRECTIONS } from "@/lib/domain/signals/direction"
import type { SeriesFeed, SeriesInputs } from "@/lib/domain/signals/market-inputs"
import { inputsAsOf, KEPT } from "@/lib/domain/signals/inputs-as-of"
import { canonicalJson } from "@/lib/domain/track-record/canonical-json"
import { GENESIS_HASH, seal } from "@/lib/domain/track-record/chain"
import { verifyChain } from "@/lib/domain/track-record/chain-check"
import { publish } from "@/lib/domain/track-record/export-record"
import {
  type CallContent,
  DECISION_SPACING_MS,
  isLive,
  lastDecisionTime,
  REPLAY_MS,
} from "@/lib/domain/track-record/sealed-signal"
import { recordInputsContract } from "@/lib/endpoints/record-inputs/contract"
import { fetchRecord } from "@/tools/cli/fetch-record"
import { replayRecords } from "@/tools/cli/replay-record"
import { createSeriesFeed } from "@/lib/market/feeds/series-feed"
import { type CatalogueHarness, openCatalogueHarness } from "@/tools/testing/catalogue/catalogue-harness"
import { createLease } from "@/lib/store/lease"
import { openPostgres } from "@/tools/testing/databases/databases"
import { testSha256 } from "@/tools/testing/record/sealed-store"
import { sealedFacts } from "@/tools/testing/record/sealed-history"
import { failingSeries } from "@/tools/testing/engine/signal-market"
import { callAtClose, callFrom, type ReplayableCall } from "@/lib/usecases/call-at-close"
import { metaOf, readInputs, readMarket } from "@/lib/usecases/read-market"
import { freeAnswer } from "@/lib/server/runtime/answers"
import { marketPorts } from "@/lib/server/runtime/market-ports"
import { previousDirection, recordsOf } from "./records"
import { startSealingJob, writeRecord } from "./sealing-job"
import { runtime } from "@/lib/server/runtime/runtime"

const API = "https://signal402.example/api"
const service: typeof fetch = async (input) => {
  const { pathname, searchParams } = new URL(new Request(input).url)
  const id = searchParams.get("id")
  if (pathname === "/api/record/inputs")
    return Response.json(await freeAnswer("record-inputs", id === null ? {} : { id }))
  return Response.json(await freeAnswer("record", { after: Number(searchParams.get("after")) }))
}

/** Seven minutes after a close. */
const NOW_MS = Date.UTC(2026, 10, 20, 16, 7)
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const DAYS = 6

/** The feeds as they were read shortly after that close. */
let harness: CatalogueHarness

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  harness = await openCatalogueHarness(NOW_MS)
})
describe("a service that starts for the first time", () => {
  beforeAll(async () => {
    await harness.restore()
    await writeRecord(await sealingPorts(), () => NOW_MS)
  }, 60_000)

  test("makes its oldest replayed call from as many candles as its newest", async () => {
    const inputs = await readInputs("BTC", await sealingPorts())
    const newestMs = lastDecisionTime(NOW_MS)
    for (const timeMs of [newestMs - REPLAY_MS, newestMs]) {
      const { days, fourHours, hours } = inputsAsOf(inputs, timeMs)
      const read = { days: days?.value.length, fourHours: fourHours?.value.length, hours: hours?.value.length }
      expect(read, new Date(timeMs).toISOString()).toEqual(KEPT)
    }
    const first = callFrom(inputs, { decisionTimeMs: newestMs - REPLAY_MS, previousDirection: null }, testSha256)
    expect(first?.content.ranges).not.toBeNull()
  })

  test("has replayed calls that are marked as replayed, and one live call per coin", async () => {
    const list = await chain()
    const live = list.filter(({ facts }) => isLive(facts))
    expect(live.map(({ facts }) => facts.id)).toEqual(COINS.map((coin) => `${coin}-2026-11-20T16:00:00.000Z`))
    expect(list.length - live.length).toBe((DAYS * 6 - 1) * COINS.length)
    const published = list.map((record) => publish(record, NOW_MS))
    expect(verifyChain(published, testSha256)).toMatchObject({ valid: true })
  })

  test("replays a midnight's call without that day's fear & greed index, which is published later", async () => {
    const midnights = (await chain()).filter(({ facts }) => facts.decisionTimeMs % DAY_MS === 0 && !isLive(facts))
    expect(midnights.length).toBeGreaterThan(9)
    for (const { facts } of midnights) {
      const read = facts.inputs.find(({ name }) => name === "fearGreed")
      expect(read?.asOfMs, facts.id).toBe(facts.decisionTimeMs - DAY_MS)
    }
  })

  test("has the outcome of every replayed call whose horizon has passed", async () => {
    const { outcomes } = recordsOf((await runtime()).store)
    const known = new Set((await outcomes.list()).map(({ id, horizon }) => `${id} ${horizon}`))
    const due = (await chain()).filter(({ facts }) => facts.decisionTimeMs + DAY_MS <= NOW_MS)
    expect(due.every(({ facts }) => known.has(`${facts.id} 24h`))).toBe(true)
  })

  test("writes no record twice and does not replay again", async () => {
    const before = (await chain()).length
    await writeRecord(await sealingPorts(), () => NOW_MS + 30_000)
    expect(await chain()).toHaveLength(before)
  })

  test("publishes inputs from which every revealed call and exit price can be reproduced", async () => {
    const records = await fetchRecord(API, service)
    const report = await replayRecords(API, records, { count: 30, get: service })
    expect([report.sameCalls.size, report.faults]).toEqual([30, []])
    expect(report.skipped).toHaveLength(records.filter(({ facts }) => facts !== null).length - 30)
    expect(report.rightPrices.size).toBeGreaterThan(30)
  })

  test("lets replayRecords() find a changed call, a changed input and a changed exit", async () => {
    const records = await fetchRecord(API, service)
    const count = 3
    const changedFacts = records.map((record) => ({
      ...record,
      facts: record.facts && { ...record.facts, score: 0.99 },
    }))
    const ofChangedFacts = await replayRecords(API, changedFacts, { count, get: service })
    expect(ofChangedFacts.faults).toHaveLength(count)
    expect(ofChangedFacts.faults[0]).toContain("another score")
    const changeInputs: typeof fetch = async (input, init) => {
      const body = await (await service(input, init)).text()
      return new Response(body.replace('"volumeBase":', '"volumeBase":1'))
    }
    const ofChangedInputs = await replayRecords(API, records, { count, get: changeInputs })
    expect(ofChangedInputs.faults.join()).toContain("its inputs are not those that were sealed")
    const changedExits = records.map((record) => ({
      ...record,
      outcomes: record.outcomes.map((outcome) => ({ ...outcome, exit_price: outcome.exit_price + 1 })),
    }))
    const ofChangedExits = await replayRecords(API, changedExits, { count, get: service })
    expect(ofChangedExits.faults[0]).toContain("not the close of that hour")
  })

  test("lets replayRecords() find an exit at a later close, although its price is right", async () => {
    const records = await fetchRecord(API, service)
    const facts = (await chain()).findLast(
      ({ facts: { coin, decisionTimeMs } }) => coin === "BTC" && decisionTimeMs + DAY_MS <= NOW_MS,
    )?.facts
    const hours = (await freeAnswer("record-inputs", { id: facts?.id ?? "" })).inputs?.hours ?? []
    const closes = new Map(hours.map(({ openTimeMs, closeUsd }) => [openTimeMs + HOUR_MS, closeUsd]))
    const later = records.map((record) => ({
      ...record,
      outcomes: record.outcomes.map((outcome) => {
        const exitMs = Date.parse(outcome.exit_time) + HOUR_MS
        const exit_price = record.coin === "BTC" ? closes.get(exitMs) : undefined
        return exit_price === undefined
          ? outcome
          : { ...outcome, exit_time: new Date(exitMs).toISOString(), exit_price }
      }),
    }))
    const { faults, rightPrices } = await replayRecords(API, later, { count: 3, get: service })
    expect(faults.length).toBeGreaterThan(10)
    expect(faults.every((text) => /^BTC-\S+ (?:24h|7d): its exit passes over the close of /.test(text))).toBe(true)
    expect(rightPrices.size).toBeGreaterThan(faults.length)
  })

  test("replayRecords() with count 0 replays no call", async () => {
    const records = await fetchRecord(API, service)
    const none = await replayRecords(API, records, { count: 0, get: service })
    expect([none.sameCalls.size, none.faults, none.rightPrices.size]).toEqual([0, [], 0])
    expect(none.skipped).toHaveLength(records.filter(({ facts }) => facts !== null).length)
  })

  test("does not publish the inputs of an open call", async () => {
    const open = (await chain()).at(-1)?.facts.id ?? ""
    expect(await freeAnswer("record-inputs", { id: open })).toMatchObject({ id: open, inputs: null })
    expect(recordInputsContract.queryParams.safeParse({ id: "BTC-nothing" }).error?.issues[0]?.path).toEqual(["id"])
    const unknown = freeAnswer("record-inputs", { id: "BTC-2020-01-01T00:00:00.000Z" })
    await expect(unknown).rejects.toMatchObject({ code: "not_found", details: { id: "BTC-2020-01-01T00:00:00.000Z" } })
    expect((await freeAnswer("record-inputs", {})).inputs).not.toBeNull()
  })

  test("sells the sealed call, also when inputs are missing now", async () => {
    const commitments = new Map((await chain()).map(({ facts, commitment }) => [facts.id, commitment]))
    for (const coin of COINS) {
      const sealed = (await chain()).findLast(({ facts }) => facts.coin === coin)?.facts
      // No node is read here; on a server the record is compared with its anchors first.
      const deps = { ...(await marketPorts()), series: failingSeries, recordState: "agrees" as const }
      const reading = await readMarket(coin, deps)
      const { signal } = reading
      expect(signal.counts, coin).toMatchObject({ long: sealed?.votes.long, short: sealed?.votes.short })
      expect([signal.direction, signal.pUp24h], coin).toEqual([sealed?.direction, sealed?.pUp24h])
      expect(metaOf(reading, deps).sealed, coin).toEqual({
        id: sealed?.id,
        commitment: commitments.get(sealed?.id ?? ""),
      })
    }
  })

  test("gives live answers the previous close's direction, not the current close's", async () => {
    const { store } = await runtime()
    const closeMs = lastDecisionTime(NOW_MS) - DECISION_SPACING_MS
    for (const coin of COINS) {
      const before = (await chain()).find(({ facts }) => facts.coin === coin && facts.decisionTimeMs === closeMs)
      expect(await previousDirection(store, coin, NOW_MS)).toBe(before?.facts.direction)
    }
  })
})

test("a sealed direction of weeks ago does not change an answer", async () => {
  await harness.restore()
  const { store } = await runtime()
  const append = async (coin: Coin, agoMs: number, direction: CallContent["direction"]) => {
    const facts = sealedFacts({ coin, decisionTimeMs: lastDecisionTime(NOW_MS) - agoMs, direction })
    const prevHash = (await recordsOf(store).sealed.head())?.hash ?? GENESIS_HASH
    await recordsOf(store).sealed.append(seal(facts, { nonce: "0".repeat(32), prevHash, sha256: testSha256 }))
  }
  const directions = async () => {
    const deps = await marketPorts()
    return Promise.all(COINS.map(async (coin) => (await readMarket(coin, deps)).signal.direction))
  }
  const alone = await directions()
  for (const direction of ["STRONG_LONG", "LEAN_SHORT", "SHORT", "LONG"] as const) {
    const agoMs = 70 * DAY_MS - DIRECTIONS.indexOf(direction) * DECISION_SPACING_MS
    for (const coin of COINS) await append(coin, agoMs, direction)
    for (const coin of COINS) expect(await previousDirection(store, coin, NOW_MS), coin).toBeNull()
    expect(await directions(), `${direction}, ten weeks ago`).toEqual(alone)
  }
}, 60_000)

test("a call is reproduced to the byte from a later day's feeds cut to its inputs' times", async () => {
  const closeMs = lastDecisionTime(NOW_MS)
  await harness.restore()
  const then = await sealingPorts()
  const sealed = await Promise.all(COINS.map((coin) => callAtClose(question(coin, closeMs), then, testSha256)))
  await openCatalogueHarness(NOW_MS + DAY_MS)
  const later = await sealingPorts()
  for (const [index, coin] of COINS.entries()) {
    const inputs = sealed[index]?.content.inputs ?? []
    expect(inputs.length, coin).toBeGreaterThan(12)
    const again = await callAtClose(
      question(coin, closeMs),
      { ...later, series: cutTo(inputs, later.series) },
      testSha256,
    )
    expect(canonicalJson(withoutHashes(again)), coin).toBe(canonicalJson(withoutHashes(sealed[index] ?? null)))
  }
}, 60_000)

test("when a process stops, the next process gets the sealing lease at once", async () => {
  await harness.restore()
  const then = await sealingPorts()
  const { store, another, close } = await openPostgres()
  try {
    const nextProcess = createLease(await another(), { name: "record", holder: "next", ttlMs: 90_000 })
    const sealingJob = startSealingJob({ ...then, store, series: failingSeries, replayMs: 0 })
    const holders = () => store.selectFrom("leases").select("holder").execute()
    await vi.waitFor(async () => expect(await holders()).toHaveLength(1), { timeout: 10_000 })
    expect(await nextProcess.hold()).toBe(false)
    await sealingJob.stop()
    expect(await nextProcess.hold()).toBe(true)
  } finally {
    await close()
  }
}, 60_000)

function question(coin: Coin, decisionTimeMs: number) {
  return { coin, decisionTimeMs, previousDirection: null }
}

/** Removes the hashes, because a feed's window no longer has points that are older than any vote reads. */
function withoutHashes(made: ReplayableCall | null) {
  return (
    made && { ...made.content, inputs: made.content.inputs.map(({ name, source, asOfMs }) => [name, source, asOfMs]) }
  )
}

/** Cuts each series at the newest point that the record names, because publishers have different delays. */
function cutTo(versions: CallContent["inputs"], series: SeriesFeed): SeriesFeed {
  const untilMs = new Map(versions.map(({ name, asOfMs }) => [name, asOfMs]))
  return {
    async read(coin) {
      const known = await series.read(coin)
      const upTo = <Name extends keyof SeriesInputs>(name: Name): SeriesInputs[Name] => {
        const input = known[name]
        const cut = (input?.value ?? []).filter(({ atMs }) => atMs <= (untilMs.get(name) ?? 0))
        return input && { ...input, value: cut }
      }
      return {
        fearGreed: upTo("fearGreed"),
        funding: upTo("funding"),
        openInterest: upTo("openInterest"),
        longShort: upTo("longShort"),
        takerFlow: upTo("takerFlow"),
        coinbasePremium: upTo("coinbasePremium"),
        etfFlows: upTo("etfFlows"),
        vix: upTo("vix"),
        dxy: upTo("dxy"),
        us10y: upTo("us10y"),
        spx: upTo("spx"),
        stablecoins: upTo("stablecoins"),
      }
    },
  }
}

async function sealingPorts() {
  const { store, candles, feeds } = await runtime()
  return {
    store,
    candles,
    series: createSeriesFeed(feeds),
    replayMs: DAYS * DAY_MS,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  }
}

async function chain() {
  return recordsOf((await runtime()).store).sealed.list()
}
