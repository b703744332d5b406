import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { mined, payable, purchase, SOLD, transaction } from "@/tools/testing/ledger/fixtures"
import { pruneBefore } from "./prune"
import { SETTLEMENT_WAIT_MS } from "./ledger"
import { paymentId } from "./payment"
import { createSignIns } from "./redelivery-stores"
import { createSqlLedger } from "./sql-ledger"

const NOW = 1_790_000_000_000
const PAYER = "0x00000000000000000000000000000000000000aa"

describe.each(databases)("sign-ins on $name", ({ open }) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  /** The n-th purchase of one payer. */
  const bought = (n: number) => purchase(n, { authorization: { from: PAYER } })
  const idOf = (n: number) => paymentId(bought(n))

  async function sell(n: number, settledMs: number | null): Promise<void> {
    const ledger = createSqlLedger(database.store)
    const claim = await ledger.claim(bought(n), NOW)
    await ledger.saveAnswer(idOf(n), claim.kind === "claimed" ? claim.owner : "", SOLD, NOW)
    await ledger.markSent(transaction(n), [payable(n)], NOW)
    if (settledMs !== null) await ledger.markSettled([idOf(n)], mined(n), settledMs)
  }

  test("lastBought() finds the payer's newest settled payment for the resource", async () => {
    const store = createSignIns(database.store)
    const { resource } = purchase(1)
    const newest = (sinceMs: number) => store.lastBought(PAYER, resource, sinceMs)
    await sell(1, null)
    expect(await newest(NOW), "sent is not settled").toBeNull()
    await sell(2, NOW + 5)
    await sell(3, NOW + 3)
    expect(await newest(NOW)).toBe(idOf(2))
    expect(await newest(NOW + 6)).toBeNull()
    expect(await store.lastBought(PAYER, `${resource}?risk=low`, NOW)).toBeNull()
    expect(await store.lastBought("0x00000000000000000000000000000000000000ee", resource, NOW)).toBeNull()
  })

  test("lastBought() finds a payment that settled after its request ended, while its answer is stored", async () => {
    const store = createSignIns(database.store)
    const newest = () => store.lastBought(PAYER, purchase(1).resource, NOW + 900_000)
    await sell(1, NOW + SETTLEMENT_WAIT_MS)
    expect(await newest()).toBeNull()
    await sell(2, NOW + SETTLEMENT_WAIT_MS + 1)
    expect(await newest()).toBe(idOf(2))
    await pruneBefore(database.store, NOW + 900_000)
    expect(await newest()).toBeNull()
  })

  test("a nonce is accepted once per address by all processes, until its message has expired", async () => {
    const [one, two] = [createSignIns(database.store), createSignIns(await database.another())]
    const use = (store: typeof one, address: `0x${string}`, nowMs = NOW) =>
      store.useNonce(address, "n1", NOW + 10, nowMs)
    const uses = await Promise.all([use(one, "0xaa"), use(two, "0xaa"), use(one, "0xaa")])
    expect(uses.filter(Boolean)).toHaveLength(1)
    expect(await use(two, "0xbb"), "another address").toBe(true)
    expect(await use(one, "0xaa", NOW + 10)).toBe(false)
    expect(await use(one, "0xaa", NOW + 30_000), "another process may still accept its message").toBe(false)
    expect(await use(one, "0xaa", NOW + 11 + 60_000), "its message has expired everywhere").toBe(true)
  })
})
