import { CompiledQuery } from "kysely"
import { expect, test } from "vitest"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { newestSale, soldBefore } from "@/lib/x402/ledger/sold-before"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"
import { paymentId } from "@/lib/x402/ledger/payment"
import { answerContracts, VERSION_KEYS } from "@/lib/endpoints"
import { idOf, purchase } from "@/tools/testing/ledger/fixtures"
import { getSample } from "./answer"
import { sampleContract } from "./contract"

const DAY_MS = 86_400_000
const NOW_MS = Date.UTC(2026, 10, 20, 12)
const HASH = `0x${"ab".repeat(32)}` as const

async function openShop() {
  const store = await openEmbeddedStore(":memory:")
  const ledger = createSqlLedger(store)
  let count = 0
  const changed = { ms: NOW_MS }
  const versions = () =>
    Promise.resolve({
      versions: Object.fromEntries(
        VERSION_KEYS.map((key) => [key, { changed_at: new Date(changed.ms).toISOString() }]),
      ),
    })
  return {
    store,
    changed,
    sell: async (resource: string, body: object, atMs: number) => {
      const sold = purchase((count += 1), { resource })
      const claim = await ledger.claim(sold, atMs)
      if (claim.kind !== "claimed") throw new Error(claim.kind)
      await ledger.saveAnswer(paymentId(sold), claim.owner, { body: JSON.stringify(body), etag: null }, atMs)
      await ledger.markSettled([idOf(count)], { hash: HASH, blockNumber: 1n, gasUsed: null }, atMs)
    },
    ask: (of: string) =>
      getSample({ of }, answerContracts, {
        nowMs: NOW_MS,
        versions,
        soldBefore: (requests, beforeMs) => soldBefore(store, requests, beforeMs),
      }),
  }
}

test("the newest answer of a day ago is free, and none that is younger", async () => {
  const { sell, ask } = await openShop()
  await sell("GET /api/signal/BTC", { coin: "BTC", n: 1 }, NOW_MS - 2 * DAY_MS)
  await sell("GET /api/signal/BTC", { coin: "BTC", n: 2 }, NOW_MS - DAY_MS)
  await sell("GET /api/signal/BTC", { coin: "BTC", n: 3 }, NOW_MS - DAY_MS + 1)
  await sell("GET /api/signal/ETH", { coin: "ETH", n: 4 }, NOW_MS - DAY_MS)
  const sample = await ask("/signal/BTC")
  expect(sampleContract.response.parse(sample)).toMatchObject({
    kind: "sold",
    answer: { n: 2 },
    sold_at: "2026-11-19T12:00:00.000Z",
    request: "GET /api/signal/BTC",
  })
})

test("an answer whose data has not changed since is not free, however old it is", async () => {
  const { changed, sell, ask } = await openShop()
  const saturdayMs = NOW_MS - DAY_MS
  await sell("GET /api/market/etf", { n: 1 }, saturdayMs)
  changed.ms = saturdayMs - 12 * 3_600_000
  expect(await ask("/market/etf")).toMatchObject({ kind: "example", sold_at: null })
  await sell("GET /api/market/etf", { n: 2 }, changed.ms - 3_600_000)
  expect(await ask("/market/etf")).toMatchObject({ kind: "sold", answer: { n: 2 } })
})

test("a sample is one step in an index, also of a resource that was never sold", async () => {
  const { store } = await openShop()
  const { sql, parameters } = newestSale(store, "GET /api/signal/BTC", NOW_MS).compile()
  const plan = await store.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
  )
  expect(plan.rows.map(({ detail }) => detail)).toEqual([
    "SEARCH payments USING INDEX payments_sold_answers (resource=? AND answered_ms<?)",
  ])
})

test("what only one buyer would ask is never shown, and the example stands in", async () => {
  const { sell, ask } = await openShop()
  await sell("GET /api/odds/ETH?level=1234", { n: 1 }, NOW_MS - 2 * DAY_MS)
  await sell("GET /api/risk/BTC?capital=999&held=SOL:short:1", { n: 2 }, NOW_MS - 2 * DAY_MS)
  expect(await ask("/odds/ETH")).toMatchObject({ kind: "example", sold_at: null })
  expect(await ask("/risk/BTC")).toMatchObject({ kind: "example", answer: { coin: "BTC" } })
  await sell("GET /api/odds/ETH?hours=24&level=3400%2C3150", { n: 3 }, NOW_MS - 2 * DAY_MS)
  expect(await ask("/odds/ETH")).toMatchObject({ kind: "sold", answer: { n: 3 } })
})

test.each(["/signal/DOGE", "/alerts/watch", "/brief", "/api/signal/BTC", "signal/BTC", "/health", ""])(
  "%s has no sample",
  async (of) => {
    const { ask } = await openShop()
    await expect(ask(of)).rejects.toMatchObject({ code: "invalid_query" })
  },
)
