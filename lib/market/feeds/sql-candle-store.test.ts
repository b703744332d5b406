import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { Candles } from "@/lib/domain/market/candle-feed"
import { databases, openPostgres, type TestDatabase } from "@/tools/testing/databases/databases"
import { createSqlCandleStore } from "./sql-candle-store"

const HOUR_MS = 3_600_000

/** Prices with many decimals, so that rounding by a column is detected. */
function series(count: number, source = "binance"): Candles {
  const value = Array.from({ length: count }, (_, index) => ({
    openTimeMs: 1_790_000_000_000 + index * HOUR_MS,
    openUsd: 100_000 / 3 + index,
    highUsd: Math.PI * 1e5,
    lowUsd: 0.1 + 0.2,
    closeUsd: 1e-9 / 7,
    volumeBase: 12_345.678_901_234_567,
    takerBuyVolumeBase: index % 2 === 0 ? null : 1 / 3,
  }))
  return { value, source, asOfMs: 1_790_000_000_000 + count * HOUR_MS, fetchedAtMs: 1_790_000_000_001 }
}

describe.each(databases)("candles on $name", ({ open }) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  test("a stored series is read unchanged by any process", async () => {
    await createSqlCandleStore(database.store).save("BTC", "1h", series(1_500))
    const elsewhere = createSqlCandleStore(await database.another())
    expect(await elsewhere.load("BTC", "1h")).toEqual(series(1_500))
    expect([await elsewhere.load("BTC", "4h"), await elsewhere.load("ETH", "1h")]).toEqual([null, null])
  })

  test("a newer series replaces the whole older series", async () => {
    const store = createSqlCandleStore(database.store)
    await store.save("BTC", "1h", series(5))
    await store.save("BTC", "1h", series(2, "kraken"))
    expect(await store.load("BTC", "1h")).toEqual(series(2, "kraken"))
  })
})

test("two processes that save one series concurrently leave one of the two complete", async () => {
  const database = await openPostgres()
  const saved = [series(1_500), series(1_200, "kraken")]
  const stores = [createSqlCandleStore(database.store), createSqlCandleStore(await database.another())]
  await Promise.all(stores.map((store, index) => store.save("BTC", "1h", saved[index] ?? series(0))))
  expect(saved).toContainEqual(await stores[0]?.load("BTC", "1h"))
  await database.close()
})
