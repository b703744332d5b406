import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { idOf, mined, payable, purchase, SOLD } from "@/tools/testing/ledger/fixtures"
import { createFacilitatorSubmissions, type FacilitatorSubmissions } from "./facilitator-submissions"
import { CLAIM_MS, type Ledger } from "./ledger"
import { createSqlLedger } from "./sql-ledger"

const NOW = 1_790_000_000_000

describe.each(databases)("facilitator submissions on $name", ({ open }) => {
  let database: TestDatabase
  let ledger: Ledger
  let submissions: FacilitatorSubmissions
  beforeEach(async () => {
    database = await open()
    ledger = createSqlLedger(database.store)
    submissions = createFacilitatorSubmissions(database.store)
  })
  afterEach(() => database.close())

  async function claim(): Promise<string> {
    const claimed = await ledger.claim(purchase(1), NOW)
    return claimed.kind === "claimed" ? claimed.owner : ""
  }

  async function answer(): Promise<string> {
    const owner = await claim()
    await ledger.saveAnswer(idOf(1), owner, SOLD, NOW)
    return owner
  }

  test("an answered payment is submitted once, and the next process finds it unfinished", async () => {
    await answer()
    const begun = await Promise.all([1, 2, 3].map(() => submissions.begin(payable(1), NOW)))
    expect(begun.filter(Boolean)).toHaveLength(1)
    expect(await ledger.unfinished(10)).toMatchObject([{ id: idOf(1), state: "sent", transaction: null, answer: SOLD }])
  })

  test("a submitted payment can neither be released nor claimed again, also after its claim expired", async () => {
    const owner = await answer()
    await submissions.begin(payable(1), NOW)
    expect(await ledger.release(idOf(1), owner, "late", NOW)).toBe(false)
    expect(await ledger.releaseAbandoned(Number.MAX_SAFE_INTEGER, NOW)).toBe(0)
    expect(await ledger.claim(purchase(1), NOW + 2 * CLAIM_MS)).toMatchObject({ kind: "busy" })
  })

  test("a submitted payment is settled in the facilitator's transaction", async () => {
    await answer()
    await submissions.begin(payable(1), NOW)
    await ledger.markSettled([idOf(1)], { ...mined(1), gasUsed: null }, NOW)
    expect(await ledger.find(idOf(1))).toMatchObject({ state: "settled", transaction: mined(1).hash })
    expect(await submissions.begin(payable(1), NOW)).toBe(false)
  })

  test("an unanswered, released or unknown payment is not submitted", async () => {
    const owner = await claim()
    expect(await submissions.begin(payable(1), NOW)).toBe(false)
    await ledger.release(idOf(1), owner, "failed", NOW)
    expect(await submissions.begin(payable(1), NOW)).toBe(false)
    expect(await submissions.begin({ ...payable(1), id: "unknown" }, NOW)).toBe(false)
  })

  test("a proof that differs from the row's proof with the same nonce is not submitted", async () => {
    await answer()
    const cheaper = purchase(1, { authorization: { value: usdc(1n) } })
    expect(await submissions.begin({ id: idOf(1), authorization: cheaper.authorization }, NOW)).toBe(false)
    expect(await submissions.begin(payable(1), NOW)).toBe(true)
  })

  test("giveUp() refuses a payment that was submitted once, and its proof can be used again", async () => {
    await answer()
    await submissions.begin(payable(1), NOW)
    expect(await submissions.giveUp(idOf(1), "did_nothing", NOW)).toBe(true)
    expect(await ledger.find(idOf(1))).toMatchObject({ state: "refused", reason: "did_nothing", answer: null })
    expect(await submissions.repeat(idOf(1), NOW)).toBe(false)
    await answer()
    await submissions.begin(payable(1), NOW)
    expect(await submissions.giveUp(idOf(1), "did_nothing", NOW)).toBe(true)
  })

  test("decline() refuses an answered payment, unless it was submitted meanwhile", async () => {
    await answer()
    expect(await submissions.decline(idOf(1), "not_taken", NOW)).toBe(true)
    expect(await ledger.find(idOf(1))).toMatchObject({ state: "refused", reason: "not_taken", answer: null })
    await answer()
    await submissions.begin(payable(1), NOW)
    expect(await submissions.decline(idOf(1), "not_taken", NOW)).toBe(false)
    expect(await ledger.find(idOf(1))).toMatchObject({ state: "sent", answer: SOLD })
  })

  test("giveUp() does not refuse a payment that was submitted twice", async () => {
    await answer()
    expect(await submissions.repeat(idOf(1), NOW)).toBe(false)
    await submissions.begin(payable(1), NOW)
    expect(await submissions.repeat(idOf(1), NOW)).toBe(true)
    expect(await submissions.repeat(idOf(1), NOW)).toBe(true)
    expect(await submissions.giveUp(idOf(1), "did_nothing", NOW)).toBe(false)
    expect(await ledger.find(idOf(1))).toMatchObject({ state: "sent", answer: SOLD })
    await ledger.markSettled([idOf(1)], { ...mined(1), gasUsed: null }, NOW)
    expect(await ledger.find(idOf(1))).toMatchObject({ state: "settled", reason: null })
    expect(await submissions.repeat(idOf(1), NOW)).toBe(false)
  })
})
