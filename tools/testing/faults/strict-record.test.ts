import { beforeAll, expect, test, vi } from "vitest"
import type { Contract } from "@/lib/api/contract"
import { isEventStream, isPaid } from "@/lib/api/contract"
import { COINS } from "@/lib/domain/market/coin"
import { GENESIS_HASH, seal } from "@/lib/domain/track-record/chain"
import { DECISION_SPACING_MS, lastDecisionTime, type SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import { DAY_MS } from "@/lib/domain/utc-day"
import { catalogue } from "@/lib/endpoints/catalogue"
import { recordCallsContract } from "@/lib/endpoints/record-calls/contract"
import { recordContract } from "@/lib/endpoints/record/contract"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { statsContract } from "@/lib/endpoints/stats/contract"
import { revealedCalls } from "@/lib/endpoints/stream/events"
import { recordsOf } from "@/lib/record/records"
import { readAlertFacts } from "@/lib/server/runtime/alert-facts"
import { rightsOf } from "@/lib/server/runtime/rights"
import { runtime } from "@/lib/server/runtime/runtime"
import { installRuntime } from "@/tools/testing/catalogue/catalogue-harness"
import { exampleOf, urlOf } from "@/tools/testing/catalogue/requests"
import { routeOf } from "@/tools/testing/catalogue/routes"
import { authorize, base64, newPayer, payloadV2, terms } from "@/tools/testing/payments/fixtures"
import { openGate, PASSING_PREFLIGHT } from "@/tools/testing/payments/fakes"
import { sealedFacts } from "@/tools/testing/record/sealed-history"
import { testSha256 } from "@/tools/testing/record/sealed-store"
import { openFeedsHarness, setTime } from "./feeds-harness"

/*
 * A record that was sealed with every source, in a service that then runs as `strict`: nothing of it may leave, by whatever way.
 */

/** A Friday on which every market is open. */
const NOW_MS = Date.UTC(2026, 10, 20, 15, 7)
const RED_PRICE = 91_234.567
const RED_EXIT = 93_456.789
const day = { low: 88_111.222, high: 94_333.444 }
const week = { low: 83_555.666, high: 99_777.888 }

/** Numbers that only the record has. */
const RED_NUMBERS = [RED_PRICE, RED_EXIT, day.low, day.high, week.low, week.high, 0.034567, 0.087654].map(String)

const redFacts = (coin: SealedFacts["coin"], decisionTimeMs: number) =>
  sealedFacts({
    coin,
    decisionTimeMs,
    priceUsd: RED_PRICE,
    source: "binance",
    ranges: { day, week },
    compared: {
      forecast: { sigma24h: 0.02, sigma7d: 0.05 },
      options: { source: "deribit", asOfMs: decisionTimeMs - 60_000, sigma24h: 0.034567, sigma7d: 0.087654, day, week },
    },
  })

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  setTime(NOW_MS)
  const harness = await openFeedsHarness(new Map(), { pools: "unread", profile: "strict" })
  await harness.refresh()
  const service = await openGate()
  service.fakes.nowMs = NOW_MS
  service.fakes.preflight = () => Promise.resolve(PASSING_PREFLIGHT)
  installRuntime({ ...harness, gate: service.gate }, NOW_MS)
  const shared: Record<symbol, unknown> = globalThis
  const open = await runtime()
  const config = { ...open.config, market: "live", sources: { ...open.config.sources, profile: "strict" } } as const
  shared[Symbol.for("signal402.config")] = config
  shared[Symbol.for("signal402.runtime")] = Promise.resolve({ ...open, config })
  const { sealed, outcomes } = recordsOf(open.store)
  const newestMs = lastDecisionTime(NOW_MS)
  let prevHash = GENESIS_HASH
  for (let timeMs = newestMs - 10 * DAY_MS; timeMs <= newestMs; timeMs += DECISION_SPACING_MS)
    for (const coin of COINS) {
      const record = seal(redFacts(coin, timeMs), { nonce: "0".repeat(32), prevHash, sha256: testSha256 })
      await sealed.append(record)
      prevHash = record.hash
      const measured = { id: record.facts.id, entryPriceUsd: RED_PRICE, exitPriceUsd: RED_EXIT, source: "binance" }
      if (timeMs + DAY_MS <= NOW_MS) await outcomes.add([{ ...measured, horizon: "24h", exitTimeMs: timeMs + DAY_MS }])
    }
}, 120_000)

async function ask(contract: Contract, query: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const question = exampleOf(contract)
  const { GET } = await routeOf(contract)
  const asked = { ...question, query: { ...question.query, ...query } }
  const request = new Request(`https://signal402.example${urlOf(contract, asked)}`, { headers })
  return GET(request, { params: Promise.resolve(question.path) })
}

const free = (catalogue as readonly Contract[]).filter((one) => !isPaid(one) && !isEventStream(one))

test.each(free.map((contract) => [contract.id, contract] as const))(
  "%s has nothing of the record's red sources",
  async (_, contract) => {
    const response = await ask(contract)
    const text = await response.text()
    expect(response.status, text).toBeLessThan(400)
    for (const number of RED_NUMBERS) expect(text).not.toContain(number)
  },
)

test("the record has its links, and names why the documents are withheld", async () => {
  const { records, integrity } = recordContract.response.parse(await (await ask(recordContract)).json())
  expect(records.length).toBeGreaterThan(100)
  for (const { facts, nonce, outcomes, withheld } of records)
    expect([facts, nonce, outcomes, withheld]).toEqual([null, null, [], ["binance", "deribit"]])
  expect(integrity.withheld).toBe(records.length)
  const { calls } = recordCallsContract.response.parse(await (await ask(recordCallsContract)).json())
  expect(calls).toEqual([])
  const stats = statsContract.response.parse(await (await ask(statsContract)).json())
  expect([stats.sample.settled, stats.integrity.withheld]).toEqual([0, records.length])
})

test("the stream, alerts and history say nothing of these calls", async () => {
  const { store, config } = await runtime()
  const record = { sealed: recordsOf(store).sealed, maySell: rightsOf(config) }
  expect(await revealedCalls(record, { fromMs: NOW_MS - 3 * DAY_MS, toMs: NOW_MS })).toEqual([])
  const { directions, ranges } = await readAlertFacts(new Set(["direction", "range"]))
  for (const coin of COINS) expect([directions[coin], ranges[coin]]).toEqual([null, null])
  const history = (catalogue as readonly Contract[]).find(({ id }) => id === "history")
  if (history === undefined) throw new Error("history is sold")
  expect((await ask(history)).status).toBe(503)
})

test("an answer that is bought before the next close is not made from the red inputs of the last one", async () => {
  const nowS = Math.floor(NOW_MS / 1_000)
  const proof = await authorize(newPayer(), {
    validAfterS: nowS - 600,
    validBeforeS: nowS + 300,
    value: signalContract.price,
    signature: `0x${"11".repeat(64)}1b`,
  })
  const offer = { contract: signalContract, url: "/api/signal/BTC" }
  expect(terms.origin).toBe("https://signal402.example")
  const response = await ask(signalContract, {}, { "PAYMENT-SIGNATURE": base64(payloadV2(proof, offer)) })
  const answer = signalContract.response.parse(await response.json())
  expect(answer.meta.sources.map(({ name }) => name)).not.toContain("binance")
  expect(answer.meta.sealed).toBeNull()
})
