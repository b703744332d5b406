import { beforeAll, expect, test, vi } from "vitest"
import { COINS } from "@/lib/domain/market/coin"
import { canonicalJson } from "@/lib/domain/track-record/canonical-json"
import { verifyChain } from "@/lib/domain/track-record/chain-check"
import { publish } from "@/lib/domain/track-record/export-record"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { createSeriesFeed } from "@/lib/market/feeds/series-feed"
import { freeAnswer } from "@/lib/server/runtime/answers"
import { describeRates } from "@/tools/cli/check-rates"
import { type ExportedRecord, fetchRecord } from "@/tools/cli/fetch-record"
import { replayRecords } from "@/tools/cli/replay-record"
import { installRuntime } from "@/tools/testing/catalogue/catalogue-harness"
import { type FeedsHarness, openFeedsHarness, setTime } from "@/tools/testing/faults/feeds-harness"
import { testMarket } from "@/tools/testing/feeds/test-market"
import { openGate } from "@/tools/testing/payments/fakes"
import { testSha256 } from "@/tools/testing/record/sealed-store"
import { recordsOf } from "./records"
import { writeRecord } from "./sealing-job"

const MIDNIGHT = Date.UTC(2026, 10, 20)
const READ_MS = MIDNIGHT - 3 * 60_000
const API = "https://signal402.example/api"

const service: typeof fetch = async (input) => {
  const { pathname, searchParams } = new URL(new Request(input).url)
  const id = searchParams.get("id")
  if (pathname === "/api/record/inputs")
    return Response.json(await freeAnswer("record-inputs", id === null ? {} : { id }))
  return Response.json(await freeAnswer("record", { after: Number(searchParams.get("after")) }))
}

let harness: FeedsHarness

async function at(timeMs: number): Promise<void> {
  setTime(timeMs)
  await harness.refresh()
  const { store, candles, feeds } = harness
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const job = { store, candles, series: createSeriesFeed(feeds), compared: feeds, replayMs: 0, log }
  await writeRecord(job, Date.now)
}

const records = () => recordsOf(harness.store).sealed.list()

/** Quotes before midnight, and closes until a later call is revealed whose inputs have the hours of that day. */
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  setTime(READ_MS)
  harness = await openFeedsHarness(new Map(), { pools: "unread" })
  await harness.refresh()
  installRuntime({ ...harness, gate: (await openGate()).gate }, MIDNIGHT)
  for (const hours of [0, 4, 20, 24, 48]) await at(MIDNIGHT + hours * HOUR_MS + 20_000)
}, 120_000)

test("at midnight, and only then, each call is sealed beside the quotes that were read before it", async () => {
  const sealed = await records()
  const midnights = sealed.filter(({ facts }) => facts.decisionTimeMs === MIDNIGHT)
  expect(midnights).toHaveLength(COINS.length)
  for (const { facts } of midnights) {
    expect(facts.markets).toMatchObject({ source: "kalshi", asOfMs: READ_MS })
    expect(facts.markets?.questions.filter(({ kind }) => kind === "close")).toHaveLength(5)
    for (const { market, forecast } of facts.markets?.questions ?? []) {
      expect(market > 0 && market < 1).toBe(true)
      expect(forecast >= 0 && forecast <= 1).toBe(true)
    }
  }
  const others = sealed.filter(({ facts }) => facts.decisionTimeMs % DAY_MS !== 0)
  expect(others).toHaveLength(2 * COINS.length)
  expect(others.every(({ facts }) => facts.markets === undefined)).toBe(true)
})

test("its questions about the day have results, which are those of the simulated price", async () => {
  const results = await recordsOf(harness.store).outcomes.listQuestions()
  const asked = (await records()).flatMap(({ facts }) =>
    (facts.markets?.questions ?? []).map((question) => ({ ...question, coin: facts.coin, id: facts.id })),
  )
  const ended = asked.filter(({ kind, untilMs }) => kind === "close" && untilMs <= MIDNIGHT + DAY_MS)
  expect(ended).toHaveLength(5 * COINS.length)
  for (const { id, ticker, coin, levelUsd, untilMs } of ended) {
    const result = results.find((one) => one.id === id && one.ticker === ticker)
    const price = testMarket.priceAt(coin, untilMs)
    expect(result?.priceUsd, ticker).toBeCloseTo(price, -Math.log10(0.002 * price))
    if (Math.abs(price / levelUsd - 1) > 0.002) expect(result?.isYes, ticker).toBe(price > levelUsd)
  }
  await at(MIDNIGHT + 2 * DAY_MS + HOUR_MS)
  expect(await recordsOf(harness.store).outcomes.listQuestions()).toHaveLength(results.length)
})

test("/stats counts them when the calls are revealed, without a verdict on one day", async () => {
  const { markets } = await freeAnswer("stats", { coin: "all", horizon: "24h", window: "all", kind: "live_paper" })
  expect(markets?.close).toMatchObject({ n: 15, calls: 3, status: "insufficient_data", better: null })
  expect(markets?.withheld).toEqual([])
})

test("a verifier makes the calls again, finds the same results, and finds changed odds, quotes and results", async () => {
  const fetched = await fetchRecord(API, service)
  const report = await replayRecords(API, fetched, { get: service })
  expect(report.faults).toEqual([])
  const stored = await recordsOf(harness.store).outcomes.listQuestions()
  expect(report.questionOutcomes.filter(({ ticker }) => ticker.includes("D-")).length).toBe(15)
  const byKey = (one: (typeof stored)[number]) => `${one.id} ${one.ticker}`
  expect(report.questionOutcomes.toSorted((a, b) => byKey(a).localeCompare(byKey(b)))).toEqual(
    stored.toSorted((a, b) => byKey(a).localeCompare(byKey(b))),
  )
  expect(describeRates(fetched, report).text).toContain("Questions of prediction markets (close): 15 of 3 calls")

  const changed = fetched.map((record) =>
    withOdds(record, (facts) => facts.replace(/"forecast":0\.\d+/, '"forecast":0.5')),
  )
  expect((await replayRecords(API, changed, { get: service })).faults.join()).toContain("another markets")
  // The market's price is no input that is archived: its proof is the commitment.
  const nowMs = Date.now()
  const published = (await records()).map((record) => publish(record, nowMs))
  expect(verifyChain(published, testSha256)).toMatchObject({ valid: true })
  const dearer = published.map((record) =>
    withOdds(record, (facts) => facts.replace(/"market":0\.\d+/, '"market":0.5')),
  )
  expect(verifyChain(dearer, testSha256)).toMatchObject({ valid: false, fault: { reason: "wrong_commitment" } })
})

function withOdds<T extends Pick<ExportedRecord, "facts">>(record: T, change: (facts: string) => string): T {
  const facts: unknown = record.facts && JSON.parse(change(canonicalJson(record.facts)))
  return { ...record, facts }
}
