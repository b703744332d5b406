import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { idOf, mined, purchase, SOLD } from "@/tools/testing/ledger/fixtures"
import { createRefundStore } from "./refunds"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"

const refund = {
  paymentId: "one",
  transaction: "0xaa",
  raw: "0x02aa",
  nonce: 7,
  former: [],
  reason: "a wrong answer",
} as const

describe.each(databases)("refunds on $name", ({ open }) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  test("a payment is refunded once, by whichever process asks first", async () => {
    const refunds = [createRefundStore(database.store), createRefundStore(await database.another())]
    const begun: string[] = []
    for (const store of refunds) begun.push(await store.begin(refund, 1))
    expect(begun).toEqual(["recorded", "refunded_elsewhere"])
    for (const store of refunds) expect(await store.find("one")).toEqual({ ...refund, completedAtMs: null })
  })

  test("an unmined refund can be replaced, and a mined refund cannot", async () => {
    const refunds = createRefundStore(database.store)
    await refunds.begin(refund, 1)
    const second = { ...refund, transaction: "0xbb", raw: "0x02bb", nonce: 8 } as const
    expect(await refunds.replace("0xaa", second, 2)).toBe("recorded")
    expect(await refunds.replace("0xaa", { ...second, transaction: "0xcc" }, 3), "by another process").toBe(
      "refunded_elsewhere",
    )
    expect(await refunds.unfinished()).toEqual([{ ...second, completedAtMs: null }])
    await refunds.markCompleted({ paymentId: "one", transaction: "0xbb" }, 4)
    expect(await refunds.replace("0xbb", refund, 5)).toBe("refunded_elsewhere")
    expect(await refunds.find("one")).toEqual({ ...second, completedAtMs: 4 })
    expect(await refunds.unfinished()).toEqual([])
  })

  test("a replacement refund keeps the earlier hashes, and the hash that is mined stays", async () => {
    const refunds = createRefundStore(database.store)
    await refunds.begin(refund, 1)
    const third = { ...refund, transaction: "0xcc", raw: "0x02cc", former: ["0xaa", "0xbb"] } as const
    expect(await refunds.replace("0xaa", third, 2)).toBe("recorded")
    expect(await refunds.unfinished()).toEqual([{ ...third, completedAtMs: null }])
    await refunds.markCompleted({ paymentId: "one", transaction: "0xbb" }, 3)
    await refunds.markCompleted({ paymentId: "one", transaction: "0xcc" }, 4)
    expect(await refunds.find("one")).toMatchObject({ transaction: "0xbb", former: [], completedAtMs: 3 })
  })

  test("two refunds do not use one nonce, unless the first was interrupted two minutes ago", async () => {
    const refunds = createRefundStore(database.store)
    await refunds.begin(refund, 1)
    const other = { ...refund, paymentId: "two", transaction: "0xbb" } as const
    expect(await refunds.begin(other, 1)).toBe("nonce_taken")
    expect(await refunds.reservedNonce(1)).toBe(refund.nonce)
    expect(await refunds.find("two")).toBeNull()
    expect(await refunds.reservedNonce(120_001)).toBeNull()
    expect(await refunds.begin(other, 120_001)).toBe("recorded")
  })

  test("completedIn() lists the refunds of a period's sales on one network", async () => {
    const { store } = database
    const [ledger, refunds] = [createSqlLedger(store), createRefundStore(store)]
    const { network } = purchase(1)
    for (const n of [1, 2, 3]) {
      const claim = await ledger.claim(purchase(n), n)
      await ledger.saveAnswer(idOf(n), claim.kind === "claimed" ? claim.owner : "", SOLD, n)
      await ledger.markSettled([idOf(n)], mined(n), n * 100)
      await refunds.begin({ ...refund, paymentId: idOf(n), transaction: `0x0${n}`, nonce: n }, 1_000)
    }
    await refunds.markCompleted({ paymentId: idOf(1), transaction: "0x01" }, 2_000)
    await refunds.markCompleted({ paymentId: idOf(2), transaction: "0x02" }, 2_000)
    expect(await refunds.completedIn({ network, fromMs: 200, toMs: 301 }), "the third is not made yet").toEqual(
      new Map([[idOf(2), { transaction: "0x02", amount: 50_000n }]]),
    )
    expect(await refunds.completedIn({ network: "eip155:84532", fromMs: 200, toMs: 301 })).toEqual(new Map())
  })

  test("find() returns null for a payment without a refund", async () => {
    expect(await createRefundStore(database.store).find("one")).toBeNull()
  })
})
