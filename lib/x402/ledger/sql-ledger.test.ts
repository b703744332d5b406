import { sql } from "kysely"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import { createLease } from "@/lib/store/lease"
import { databases, openPostgres, type TestDatabase } from "@/tools/testing/databases/databases"
import { describeLedger } from "@/tools/testing/ledger/contract"
import { describeLedgerTransactions } from "@/tools/testing/ledger/transactions-contract"
import { idOf, mined, payable, purchase, SIGNER, SOLD, transaction } from "@/tools/testing/ledger/fixtures"
import { paymentId } from "./payment"
import { createSqlLedger } from "./sql-ledger"

const NOW = 1_790_000_000_000

const FENCE = { name: "settler", holder: "a" }

describe.each(databases)("on $name", ({ name, open }) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  const openLedger = async () => ({ ledger: createSqlLedger(database.store), close: () => Promise.resolve() })
  describeLedger(`the ledger on ${name}`, openLedger)
  describeLedgerTransactions(`the ledger's transactions on ${name}`, openLedger)

  test("every row is unchanged after the ledger is opened again", async () => {
    const ledger = createSqlLedger(database.store)
    const claim = await ledger.claim(purchase(1), NOW)
    await ledger.saveAnswer(idOf(1), claim.kind === "claimed" ? claim.owner : "", SOLD, NOW)
    await ledger.markSent(transaction(1), [payable(1)], NOW)
    await ledger.claim(purchase(2), NOW)
    const rows = await Promise.all([1, 2].map((n) => ledger.find(idOf(n))))

    const later = createSqlLedger(await database.another())
    expect(await Promise.all([1, 2].map((n) => later.find(idOf(n))))).toEqual(rows)
    expect(await later.unfinished(10)).toEqual([rows[0]])
    expect(await later.pendingTransactions(SIGNER)).toEqual([transaction(1)])
    await later.markSettled([idOf(1)], mined(1), NOW)
    expect(await ledger.find(idOf(1))).toMatchObject({ state: "settled", answer: SOLD, settledAtMs: NOW })
  })

  test("a long answer is stored compressed and read back unchanged", async () => {
    const ledger = createSqlLedger(database.store)
    const claim = await ledger.claim(purchase(1), NOW)
    const pools = Array.from({ length: 1_000 }, (_, n) => ({ pool: `pool-${n}`, chain: "Base – €", apy_pct: 4.5 }))
    const answer = { ...SOLD, body: JSON.stringify(pools) }
    expect(await ledger.saveAnswer(idOf(1), claim.kind === "claimed" ? claim.owner : "", answer, NOW)).toBe(true)
    expect((await ledger.find(idOf(1)))?.answer).toEqual(answer)
    const { answer_body: stored } = await database.store
      .selectFrom("payments")
      .select("answer_body")
      .executeTakeFirstOrThrow()
    expect(stored?.length).toBeLessThan(answer.body.length / 3)
  })

  test("50 concurrent claims of one proof, and one from another process, give one row and one owner", async () => {
    const ledger = createSqlLedger(database.store)
    const claims = await Promise.all(Array.from({ length: 50 }, () => ledger.claim(purchase(1), NOW)))
    const later = await createSqlLedger(await database.another()).claim(purchase(1), NOW)
    expect(claims.filter(({ kind }) => kind === "claimed")).toHaveLength(1)
    expect([...claims, later].filter(({ kind }) => kind === "busy")).toHaveLength(50)
    expect(await database.store.selectFrom("payments").select("id").execute()).toEqual([{ id: idOf(1) }])
  })

  test("a write that the database rejects does not fail the other writes of its batch", async () => {
    const ledger = createSqlLedger(database.store)
    await sql`create unique index no_two_signatures on payments (signature)`.execute(database.store)
    await sql`create unique index no_two_etags on payments (answer_etag)`.execute(database.store)
    const { signature } = purchase(1).authorization
    const proofs = [purchase(1), purchase(2, { authorization: { signature } }), purchase(3), purchase(4)]
    const claims = await Promise.allSettled(proofs.map((one) => ledger.claim(one, NOW)))
    const owners = claims.map((claim) =>
      claim.status === "fulfilled" && "owner" in claim.value ? claim.value.owner : null,
    )
    expect(owners.filter((owner) => owner === null)).toHaveLength(1)
    expect(owners.slice(2)).not.toContain(null)

    const saved = await Promise.allSettled(
      owners.map((owner, index) =>
        ledger.saveAnswer(
          paymentId(proofs[index] ?? purchase(1)),
          owner ?? "",
          { ...SOLD, etag: index < 3 ? "a" : "b" },
          NOW,
        ),
      ),
    )
    expect(saved.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"])
    expect(saved[3]).toEqual({ status: "fulfilled", value: true })
    const answered = await Promise.all(proofs.map((one) => ledger.find(paymentId(one))))
    expect(answered.filter((payment) => payment?.state === "answered")).toHaveLength(2)
  })

  test("a process without the lease cannot mark payments as sent or refused, nor drop transactions", async () => {
    const { store } = database
    const fenced = createSqlLedger(store, FENCE)
    for (const n of [1, 2]) {
      const claim = await fenced.claim(purchase(n), NOW)
      await fenced.saveAnswer(idOf(n), claim.kind === "claimed" ? claim.owner : "", SOLD, NOW)
    }
    const lost = expect.objectContaining({ name: "LeaseLostError" })
    await expect(fenced.markSent(transaction(1), [payable(1)], NOW), "the lease was never held").rejects.toEqual(lost)

    await createLease(store, { ...FENCE, ttlMs: -1 }).hold()
    expect(
      await fenced.markSent(transaction(1), [payable(1)], NOW),
      "the lease has expired, and no other process holds it",
    ).toBe(true)

    await createLease(await database.another(), { ...FENCE, holder: "b", ttlMs: 60_000 }).hold()
    await expect(fenced.markSent(transaction(2), [payable(2)], NOW)).rejects.toEqual(lost)
    await expect(fenced.markDropped(transaction(1).hash)).rejects.toEqual(lost)
    await expect(fenced.markRefused(idOf(1), "no", NOW)).rejects.toEqual(lost)
    expect(await fenced.pendingTransactions(SIGNER)).toEqual([transaction(1)])
    expect((await fenced.find(idOf(2)))?.state).toBe("answered")

    await fenced.markSettled([idOf(1)], mined(1), NOW)
    expect((await fenced.find(idOf(1)))?.state, "any process may store the chain's outcome").toBe("settled")
  })

  test("times beyond 32 bits and amounts of 256 bits are stored unchanged", async () => {
    const ledger = createSqlLedger(database.store)
    const value = usdc(2n ** 256n - 1n)
    const far = purchase(1, { authorization: { validAfterS: 1, validBeforeS: Number.MAX_SAFE_INTEGER, value } })
    await ledger.claim(far, NOW)
    expect((await ledger.find(idOf(1)))?.authorization).toEqual(far.authorization)
  })
})

test("two processes that claim one proof concurrently get one row and one owner", async () => {
  const database = await openPostgres()
  const ledgers = [database.store, await database.another()].map((store) => createSqlLedger(store))
  const attempts = Array.from({ length: 25 }, () => ledgers.map((ledger) => ledger.claim(purchase(1), NOW)))
  const claims = await Promise.all(attempts.flat())
  expect(claims.filter(({ kind }) => kind === "claimed")).toHaveLength(1)
  expect(claims.filter(({ kind }) => kind === "busy")).toHaveLength(49)
  await database.close()
})

test("two processes that claim 50 proofs concurrently, in any order, do not block, and each has one owner", async () => {
  const database = await openPostgres()
  const [one, two] = [createSqlLedger(database.store), createSqlLedger(await database.another())]
  const proofs = Array.from({ length: 50 }, (_, n) => purchase(n))
  const claims = await Promise.all([
    ...proofs.map((proof) => one.claim(proof, NOW)),
    ...proofs.toReversed().map((proof) => two.claim(proof, NOW)),
  ])
  expect(claims.filter(({ kind }) => kind === "claimed")).toHaveLength(50)
  expect(claims.filter(({ kind }) => kind === "busy")).toHaveLength(50)
  await database.close()
})

test("when two processes send the same payments concurrently, each payment is in one transaction", async () => {
  const database = await openPostgres()
  const [one, two] = [createSqlLedger(database.store), createSqlLedger(await database.another())]
  for (const n of [1, 2, 3]) {
    const claim = await one.claim(purchase(n), NOW)
    await one.saveAnswer(idOf(n), claim.kind === "claimed" ? claim.owner : "", SOLD, NOW)
  }
  await Promise.all([
    one.markSent(transaction(1), [payable(1), payable(2)], NOW),
    two.markSent(transaction(2), [payable(3), payable(2)], NOW),
  ])
  const sentIn = (await one.unfinished(10)).map((payment) => payment.transaction)
  expect(sentIn).toHaveLength(3)
  expect([transaction(1).hash, transaction(2).hash]).toContain(sentIn[1])
  await database.close()
})
