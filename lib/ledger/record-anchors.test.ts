import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { databases, type TestDatabase } from "@/lib/testing/databases/databases"
import { idOf, mined, payable, purchase, SOLD, transaction } from "@/lib/testing/ledger/fixtures"
import type { Ledger } from "./ledger"
import { createRecordAnchors, type RecordAnchors } from "./record-anchors"
import { createSqlLedger } from "./sql-ledger"

const NOW = 1_790_000_000_000
const HEAD = "ab".repeat(32)

describe.each(databases)("anchors on $name", ({ open }) => {
  let database: TestDatabase
  let ledger: Ledger
  let anchors: RecordAnchors
  beforeEach(async () => {
    database = await open()
    ledger = createSqlLedger(database.store)
    anchors = createRecordAnchors(database.store)
  })
  afterEach(() => database.close())

  async function send(n: number, nowMs: number, anchoredHead?: string): Promise<void> {
    const claim = await ledger.claim(purchase(n), NOW)
    await ledger.saveAnswer(idOf(n), claim.kind === "claimed" ? claim.owner : "", SOLD, NOW)
    const sent = { ...transaction(n), ...(anchoredHead !== undefined && { anchoredHead }) }
    expect(await ledger.markSent(sent, [payable(n)], nowMs)).toBe(true)
  }

  test("an anchor counts for its day once signed, and is listed once its transaction is mined", async () => {
    expect(await anchors.newestSignedMs()).toBeNull()
    await send(1, NOW + 1)
    expect(await anchors.newestSignedMs(), "a transaction without a head").toBeNull()
    await send(2, NOW + 2, HEAD)
    expect([await anchors.newestSignedMs(), await anchors.mined(10)]).toEqual([NOW + 2, []])
    await ledger.markMined(mined(2), NOW + 5)
    const { hash } = transaction(2)
    expect(await anchors.mined(10)).toEqual([{ head: HEAD, transaction: hash, blockNumber: 12, minedMs: NOW + 5 }])
  })

  test("a dropped transaction's anchor does not count", async () => {
    await send(1, NOW + 1, HEAD)
    await ledger.markDropped(transaction(1).hash)
    expect([await anchors.newestSignedMs(), await anchors.mined(10)]).toEqual([null, []])
  })

  test("anchors are listed newest first, up to the limit", async () => {
    for (const n of [1, 2, 3]) {
      await send(n, NOW + n, HEAD)
      await ledger.markMined(mined(n), NOW + n)
    }
    const listed = await anchors.mined(2)
    expect(listed.map((anchor) => anchor.transaction)).toEqual([transaction(3).hash, transaction(2).hash])
  })
})
