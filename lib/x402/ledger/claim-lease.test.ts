import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { idOf, payable, purchase, SOLD, transaction } from "@/tools/testing/ledger/fixtures"
import { NOW } from "@/tools/testing/ledger/steps"
import { PROCESS_LEASE_MS } from "@/lib/store/upgrade-guard"
import { createClaimLease } from "./claim-lease"
import { CLAIM_MS, type Ledger } from "./ledger"
import { createSettlementQueue } from "./settlement-queue"
import { createSqlLedger } from "./sql-ledger"

describe.each(databases)("claims on $name", ({ open }) => {
  let database: TestDatabase
  let nowMs: number
  beforeEach(async () => {
    database = await open()
    nowMs = NOW
  })
  afterEach(() => database.close())

  async function startProcess() {
    const store = await database.another()
    const ledger = createSqlLedger(store)
    const lease = createClaimLease({ store, ledger, clock: () => nowMs })
    await lease.renew()
    return { ledger, lease, store }
  }

  /** As a process that was killed: nobody renews its lease. */
  const expire = (name: string) =>
    database.store.updateTable("leases").set({ until_ms: 1 }).where("name", "=", `claims/${name}`).execute()

  async function claim(ledger: Ledger, n: number): Promise<string> {
    const claimed = await ledger.claim(purchase(n), nowMs)
    if (claimed.kind !== "claimed") throw new Error(`Expected to claim ${n}, got ${claimed.kind}.`)
    return claimed.owner
  }

  async function answer(ledger: Ledger, n: number): Promise<string> {
    const owner = await claim(ledger, n)
    expect(await ledger.saveAnswer(idOf(n), owner, SOLD, nowMs)).toBe(true)
    return owner
  }

  test("what a dead process has claimed and not sent is free for others within seconds", async () => {
    const dead = await startProcess()
    const living = await startProcess()
    await claim(dead.ledger, 1)
    await answer(dead.ledger, 2)
    await claim(living.ledger, 3)
    expect((await living.ledger.claim(purchase(1), nowMs)).kind).toBe("busy")
    await expire(dead.ledger.processId)
    nowMs += 3_000
    await living.lease.renew()
    const kinds = await Promise.all([1, 2, 3].map((n) => living.ledger.claim(purchase(n), nowMs)))
    expect(kinds.map(({ kind }) => kind)).toEqual(["claimed", "claimed", "busy"])
    expect(PROCESS_LEASE_MS + 1_000, "the promise of the docs").toBeLessThanOrEqual(6_000)
  })

  test("a claim from before the clock was set back is free, and one by a clock that is a minute ahead is not", async () => {
    const { ledger } = await startProcess()
    nowMs = NOW + 90_000_000
    await claim(ledger, 1)
    nowMs = NOW + CLAIM_MS
    await claim(ledger, 2)
    nowMs = NOW
    const kinds = await Promise.all([1, 2].map((n) => ledger.claim(purchase(n), nowMs)))
    expect(kinds.map(({ kind }) => kind)).toEqual(["claimed", "busy"])
    nowMs = NOW + 90_000_000
    await claim(ledger, 3)
    expect(await ledger.releaseAbandoned(NOW, NOW)).toBe(1)
  })

  test("a sent payment, and an answer that waits for the settling process, stay as they are", async () => {
    const dead = await startProcess()
    const living = await startProcess()
    await answer(dead.ledger, 1)
    await dead.ledger.markSent(transaction(1), [payable(1)], nowMs)
    await answer(dead.ledger, 2)
    await createSettlementQueue(dead.store).add([idOf(2)], nowMs)
    await expire(dead.ledger.processId)
    nowMs += 3_000
    await living.lease.renew()
    const states = await Promise.all([1, 2].map((n) => living.ledger.find(idOf(n))))
    expect(states.map((payment) => payment?.state)).toEqual(["sent", "answered"])
  })

  test("a process that stood still cannot store an answer for a claim that was released", async () => {
    const still = await startProcess()
    const living = await startProcess()
    const owner = await claim(still.ledger, 1)
    await expire(still.ledger.processId)
    nowMs += 3_000
    await living.lease.renew()
    expect(await still.ledger.saveAnswer(idOf(1), owner, SOLD, nowMs)).toBe(false)
    await still.lease.renew()
    await claim(still.ledger, 2)
    await living.lease.renew()
    expect((await living.ledger.find(idOf(2)))?.state, "it lives again").toBe("claimed")
  })

  test("after a pause of its own, as in an outage of the database, a process calls no other one dead at once", async () => {
    const one = await startProcess()
    const two = await startProcess()
    await claim(two.ledger, 1)
    nowMs += 20_000
    await expire(two.ledger.processId)
    await one.lease.renew()
    await two.lease.renew()
    nowMs += 3_000
    await one.lease.renew()
    expect((await one.ledger.find(idOf(1)))?.state).toBe("claimed")
  })

  test("a process that ends in order leaves its claims to the next one", async () => {
    const ended = await startProcess()
    const living = await startProcess()
    await claim(ended.ledger, 1)
    await ended.lease.end()
    nowMs += 3_000
    await living.lease.renew()
    expect((await living.ledger.claim(purchase(1), nowMs)).kind).toBe("claimed")
  })

  test("a claim of a process without a lease, such as one of an older version, ends after a minute", async () => {
    const older = createSqlLedger(database.store)
    const living = await startProcess()
    await claim(older, 1)
    nowMs += 3_000
    await living.lease.renew()
    expect((await living.ledger.claim(purchase(1), nowMs)).kind).toBe("busy")
    expect((await living.ledger.claim(purchase(1), NOW + CLAIM_MS + 1)).kind).toBe("claimed")
  })
})
