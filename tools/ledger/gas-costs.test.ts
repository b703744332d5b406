import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { createSqlCandleStore } from "@/lib/market/feeds/sql-candle-store"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { mined, payable, purchase, SOLD, transaction } from "@/tools/testing/ledger/fixtures"
import { etherPrices, keepEtherPrices } from "@/lib/market/feeds/ether-days"
import { gasByDay } from "./gas-costs"
import { paymentId } from "@/lib/x402/ledger/payment"
import { ALL_TIME } from "./sales"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"

const DAY = Date.UTC(2026, 10, 20)
const { network: NETWORK } = purchase(1)

describe.each(databases)("gas in the ledger on $name", ({ open }) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  /** The n-th purchase in a transaction of its own, mined at this time for 990,000 wei. */
  async function sell(n: number, minedMs: number, changes: Parameters<typeof purchase>[1] = {}) {
    const ledger = createSqlLedger(database.store)
    const bought = purchase(n, changes)
    const id = paymentId(bought)
    const claim = await ledger.claim(bought, DAY)
    await ledger.saveAnswer(id, claim.kind === "claimed" ? claim.owner : "", SOLD, DAY)
    await ledger.markSent(transaction(n), [{ ...payable(n), id }], DAY)
    await ledger.markSettled([id], mined(n), minedMs)
    await ledger.markMined(mined(n), minedMs)
  }

  const gas = (span = {}) => gasByDay(database.store, { ...ALL_TIME, network: NETWORK, ...span })

  test("is counted by UTC day, within a period whose end is exclusive", async () => {
    await sell(1, DAY)
    await sell(2, DAY + DAY_MS - 1)
    await sell(3, DAY + DAY_MS)
    const first = ["2026-11-20", { transactions: 2, wei: 1_980_000n, unknown: 0 }]
    expect([...(await gas())]).toEqual([first, ["2026-11-21", { transactions: 1, wei: 990_000n, unknown: 0 }]])
    expect([...(await gas({ fromMs: DAY, toMs: DAY + DAY_MS }))]).toEqual([first])
  })

  test("of a payment on another network is not counted; gas of a transaction without payments is", async () => {
    await sell(1, DAY, { network: "eip155:84532" })
    const ledger = createSqlLedger(database.store)
    await ledger.markSent(transaction(2), [], DAY)
    await ledger.markMined(mined(2), DAY)
    expect([...(await gas()).values()]).toEqual([{ transactions: 1, wei: 990_000n, unknown: 0 }])
    expect((await gas({ network: "eip155:84532" })).get("2026-11-20")).toMatchObject({ transactions: 2 })
  })

  test("is unknown for a transaction whose receipt has no gas price", async () => {
    const ledger = createSqlLedger(database.store)
    await ledger.markSent(transaction(2), [], DAY)
    await ledger.markMined({ ...mined(2), feeWei: null }, DAY)
    expect([...(await gas()).values()]).toEqual([{ transactions: 1, wei: 0n, unknown: 1 }])
  })

  test("the ether price is the day's close, or the newest hourly close of the current day", async () => {
    const candles = createSqlCandleStore(database.store)
    const series = (closes: readonly (readonly [number, number])[]) => ({
      value: closes.map(([openTimeMs, closeUsd]) => {
        return { openTimeMs, openUsd: 1, highUsd: 9_000, lowUsd: 1, closeUsd, volumeBase: 1, takerBuyVolumeBase: null }
      }),
      source: "kraken",
      asOfMs: DAY,
      fetchedAtMs: DAY,
    })
    const hours = [
      [DAY, 2_900],
      [DAY + DAY_MS, 3_100],
      [DAY + DAY_MS + HOUR_MS, 3_200],
    ] as const
    await candles.save("ETH", "1h", series(hours))
    await candles.save("ETH", "1d", series([[DAY, 3_000]]))
    await candles.save("BTC", "1d", series([[DAY, 90_000]]))
    const prices = [
      ["2026-11-20", 3_000],
      ["2026-11-21", 3_200],
    ]
    expect([...(await etherPrices(database.store))]).toEqual(prices)
    await keepEtherPrices(database.store, 1)
    await database.store.deleteFrom("candles").execute()
    expect([...(await etherPrices(database.store))], "days older than the stored candles").toEqual(prices)
  })
})
