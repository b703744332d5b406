import { sql } from "kysely"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { idOf, mined, purchase, SOLD } from "@/tools/testing/ledger/fixtures"
import { ALL_TIME, oldestBlock, saleById, salesOf, settledPage, type SalesFilter } from "./sales"
import { paymentId } from "@/lib/x402/ledger/payment"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"

const PAYEE = purchase(1).authorization.to
const NETWORK = purchase(1).network

describe.each(databases)("sales in the ledger on $name", ({ open }) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  /** The n-th purchase, settled at once. */
  async function sell(
    n: number,
    { settledMs = n, blockNumber = n }: { settledMs?: number; blockNumber?: number } = {},
  ) {
    const ledger = createSqlLedger(database.store)
    const claim = await ledger.claim(purchase(n), n)
    await ledger.saveAnswer(idOf(n), claim.kind === "claimed" ? claim.owner : "", SOLD, n)
    await ledger.markSettled([idOf(n)], { ...mined(n), blockNumber: BigInt(blockNumber) }, settledMs)
  }

  async function idsIn(span: Partial<SalesFilter>): Promise<readonly string[]> {
    const ids: string[] = []
    for await (const { id } of salesOf(database.store, { ...ALL_TIME, network: NETWORK, ...span })) ids.push(id)
    return ids
  }

  test("are listed in the order of their settlement, and at the same time in the order of their claims", async () => {
    await sell(1, { settledMs: 30 })
    await sell(2, { settledMs: 10 })
    await sell(3, { settledMs: 10 })
    expect(await idsIn({})).toEqual([idOf(2), idOf(3), idOf(1)])
    expect(await idsIn({ fromMs: 10, toMs: 30 }), "from is in, to is not").toEqual([idOf(2), idOf(3)])
    expect(await idsIn({ fromMs: 11 })).toEqual([idOf(1)])
  })

  test("a range of blocks includes both ends", async () => {
    for (const n of [1, 2, 3, 4]) await sell(n)
    expect(await idsIn({ fromBlock: 2n, toBlock: 3n })).toEqual([idOf(2), idOf(3)])
  })

  test("oldestBlock() returns the lowest block of a payee's sales", async () => {
    expect(await oldestBlock(database.store, PAYEE, NETWORK)).toBeNull()
    await sell(1, { blockNumber: 9 })
    await sell(2, { blockNumber: 5 })
    expect(await oldestBlock(database.store, PAYEE, NETWORK)).toBe(5n)
    expect(await oldestBlock(database.store, `0x${"9".repeat(40)}`, NETWORK)).toBeNull()
  })

  test("sales of one network are not counted for another", async () => {
    const rehearsed = purchase(2, { network: "eip155:84532" })
    const ledger = createSqlLedger(database.store)
    await sell(1, { blockNumber: 9 })
    const claim = await ledger.claim(rehearsed, 2)
    await ledger.saveAnswer(paymentId(rehearsed), claim.kind === "claimed" ? claim.owner : "", SOLD, 2)
    await ledger.markSettled([paymentId(rehearsed)], { ...mined(2), blockNumber: 5n }, 2)
    expect(await idsIn({})).toEqual([idOf(1)])
    expect(await idsIn({ network: "eip155:84532" })).toEqual([paymentId(rehearsed)])
    expect(await oldestBlock(database.store, PAYEE, NETWORK)).toBe(9n)
    expect(await oldestBlock(database.store, PAYEE, "eip155:84532")).toBe(5n)
  })

  test("saleById() finds only a settled sale on the given network", async () => {
    await sell(1)
    await createSqlLedger(database.store).claim(purchase(2), 1)
    expect(await saleById(database.store, idOf(1), NETWORK)).toMatchObject({ id: idOf(1), payTo: PAYEE })
    expect(await saleById(database.store, idOf(1), "eip155:84532")).toBeNull()
    expect(await saleById(database.store, idOf(2), NETWORK)).toBeNull()
  })

  test("more sales of the same time than a page are all listed", async () => {
    await sell(1)
    const { store } = database
    const row = await store.selectFrom("payments").selectAll().executeTakeFirstOrThrow()
    const { seq: _, ...columns } = row
    for (let from = 0; from < 2_500; from += 500) {
      const more = Array.from({ length: 500 }, (_, index) => ({ ...columns, id: `more/${from + index}` }))
      await store.insertInto("payments").values(more).execute()
    }
    expect(new Set(await idsIn({})).size).toBe(2_501)
  })
})

test("a period is read by index from its start, not from the start of the ledger", async () => {
  const store = await openEmbeddedStore(":memory:")
  const page = settledPage(store, { network: NETWORK, fromMs: 5, toMs: 9 }, { ms: 5, seq: -1 }).where(
    "endpoint",
    "!=",
    "facilitated",
  )
  const plan = (await page.explain(undefined, sql`query plan`)).map((step) => step["detail"])
  expect(plan).toEqual([expect.stringMatching(/^SEARCH payments USING INDEX payments_settled \(.*settled_ms/)])
  await store.destroy()
})
