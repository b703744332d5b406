import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { RecordAnchor } from "@/lib/domain/track-record/record-anchor"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { idOf, mined, payable, purchase, SOLD, transaction } from "@/tools/testing/ledger/fixtures"
import type { Ledger } from "./ledger"
import { createRecordAnchors, type RecordAnchors } from "./record-anchors"
import { createSqlLedger } from "./sql-ledger"

const NOW = 1_790_000_000_000
const ANCHOR: RecordAnchor = { link: "cd".repeat(32), head: "ab".repeat(32) }

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

  async function send(n: number, nowMs: number, anchor?: RecordAnchor): Promise<void> {
    const claim = await ledger.claim(purchase(n), NOW)
    await ledger.saveAnswer(idOf(n), claim.kind === "claimed" ? claim.owner : "", SOLD, NOW)
    const sent = { ...transaction(n), ...(anchor && { anchor }) }
    expect(await ledger.markSent(sent, [payable(n)], nowMs)).toBe(true)
  }

  async function settle(n: number, nowMs: number): Promise<void> {
    await ledger.markMined(mined(n), nowMs)
    await ledger.markSettled([idOf(n)], mined(n), nowMs)
  }

  test("an anchor is open until its transaction has paid, and then it is listed", async () => {
    expect(await anchors.newest()).toBeNull()
    await send(1, NOW + 1)
    expect(await anchors.newest(), "a transaction without an anchor").toBeNull()
    await send(2, NOW + 2, ANCHOR)
    const open = { ...ANCHOR, signedMs: NOW + 2, minedMs: null }
    expect([await anchors.newest(), await anchors.mined(10)]).toEqual([open, []])
    await ledger.markMined(mined(2), NOW + 5)
    expect([await anchors.newest(), await anchors.mined(10)]).toEqual([open, []])
    await settle(2, NOW + 5)
    expect(await anchors.newest()).toEqual({ ...open, minedMs: NOW + 5 })
    const { hash } = transaction(2)
    const listed = { ...ANCHOR, transaction: hash, blockNumber: 12, minedMs: NOW + 5, timeMs: null }
    expect(await anchors.mined(10)).toEqual([listed])
    expect(await anchors.confirmed()).toEqual([])
    await anchors.confirm(hash, NOW + 3)
    expect(await anchors.confirmed()).toEqual([
      { head: ANCHOR.head, transaction: hash, blockNumber: 12, timeMs: NOW + 3 },
    ])
  })

  test("the anchor of a transaction that a replacement, a restart or a reader finds is that of its row", async () => {
    await send(1, NOW + 1, ANCHOR)
    expect((await ledger.pendingTransactions(transaction(1).signer)).map(({ anchor }) => anchor)).toEqual([ANCHOR])
    expect(await anchors.signers()).toEqual([transaction(1).signer])
    const { hash, raw } = transaction(1)
    expect(await anchors.signed([hash, "0x00"])).toEqual(new Map([[hash, raw]]))
  })

  test("the anchor of a dropped transaction, or of one whose payments were refused, does not count", async () => {
    await send(1, NOW + 1, ANCHOR)
    await ledger.markDropped(transaction(1).hash)
    expect([await anchors.newest(), await anchors.mined(10)]).toEqual([null, []])
    await send(2, NOW + 2, ANCHOR)
    await ledger.markMined(mined(2), NOW + 3)
    await ledger.markRefused(idOf(2), "reverted", NOW + 3)
    expect([await anchors.newest(), await anchors.mined(10)]).toEqual([null, []])
  })

  test("anchors are listed newest first, up to the limit", async () => {
    for (const n of [1, 2, 3]) {
      await send(n, NOW + n, ANCHOR)
      await settle(n, NOW + n)
    }
    const listed = await anchors.mined(2)
    expect(listed.map((anchor) => anchor.transaction)).toEqual([transaction(3).hash, transaction(2).hash])
  })

  test("what the operator accepts is kept in its order", async () => {
    const first = { at: new Date(NOW).toISOString(), contradicted: "0x01", head: ANCHOR.head, reason: "restored" }
    const second = { ...first, at: new Date(NOW + 1).toISOString(), contradicted: null }
    await anchors.accept(first)
    await anchors.accept(second)
    expect(await anchors.acceptances()).toEqual([first, second])
  })
})
