import { sql } from "kysely"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { SettlementCluster } from "@/lib/x402/ledger/settlement-cluster"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"
import { openPostgres, type TestDatabase } from "@/tools/testing/databases/databases"
import { PRICE, terms } from "@/tools/testing/payments/fixtures"
import {
  openPaymentSetup,
  openSettler,
  type PaymentSetup,
  type Sale,
  queueSale,
  queueSales,
  usdcChainAt,
} from "@/tools/testing/payments/payment-setup"
import { openProcess, type ProcessOptions, type SettlingProcess } from "@/tools/testing/payments/settling-process"

let setup: PaymentSetup
let database: TestDatabase
let processes: SettlingProcess[]
let incomeBefore: bigint

beforeAll(async () => {
  setup = await openPaymentSetup()
})
afterAll(() => setup.stop())
beforeEach(async () => {
  database = await openPostgres()
  processes = []
  incomeBefore = await setup.balanceOf(terms.payTo)
})
afterEach(async () => {
  for (const one of processes) await one.stop()
  await database.close()
})

async function start(options?: ProcessOptions): Promise<SettlingProcess> {
  const one = await openProcess(setup, database, options)
  processes.push(one)
  return one
}

const income = async () => (await setup.balanceOf(terms.payTo)) - incomeBefore

async function payAt(one: SettlingProcess, sales: readonly Sale[]) {
  return Promise.all(sales.map((sale) => one.settler.settle(sale)))
}

describe("several processes, one ledger", () => {
  test("a payment at one process is settled once by the other, and both name the same transaction", async () => {
    const [leader, other] = [await start(), await start()]
    const sales = await queueSales(setup, other.ledger, 3)
    const settlements = await payAt(other, sales)
    const rows = await Promise.all(sales.map(({ id }) => leader.ledger.find(id)))
    expect(settlements).toEqual(rows.map((row) => ({ kind: "settled", transaction: row?.transaction })))
    expect([await income(), leader.broadcasts() > 0, other.broadcasts()]).toEqual([3n * PRICE, true, 0])
  })

  test("payments of 50 payers at two processes all settle once", async () => {
    const [one, two] = [await start(), await start()]
    const sales = await queueSales(setup, one.ledger, 50)
    const settlements = await Promise.all([payAt(one, sales.slice(0, 25)), payAt(two, sales.slice(25))])
    expect(new Set(settlements.flat().map(({ kind }) => kind))).toEqual(new Set(["settled"]))
    expect(await income()).toBe(50n * PRICE)
  })

  test("without notifications a process gets its outcomes by polling", async () => {
    const deaf = (cluster: SettlementCluster): SettlementCluster => ({
      ...cluster,
      pubsub: { publish: () => Promise.reject(new Error("lost")), subscribe: () => () => undefined },
    })
    await start({ change: deaf })
    const other = await start({ change: deaf })
    const sales = await queueSales(setup, other.ledger, 2)
    expect((await payAt(other, sales)).map(({ kind }) => kind)).toEqual(["settled", "settled"])
    expect(await income()).toBe(2n * PRICE)
  })

  test("a refusal by the chain reaches the other process with its reason", async () => {
    await start()
    const other = await start()
    const sale = await queueSale(other.ledger)
    expect(await other.settler.settle(sale)).toEqual({
      kind: "refused",
      reason: "invalid_exact_evm_insufficient_balance",
    })
  })

  test("when database connections break during settlement, every payment still settles once", async () => {
    await start()
    const other = await start()
    const sales = await queueSales(setup, other.ledger, 5)
    const hearing = payAt(other, sales)
    await breakConnections()
    const heard = await hearing
    // A connection that broke before the record leaves the payment unsent, and the payer tries again.
    await payAt(
      other,
      sales.filter((_, index) => heard[index]?.kind === "unsent"),
    )
    await expect.poll(() => stateOf(sales), { timeout: 10_000 }).toEqual(Array(5).fill("settled"))
    expect(await income()).toBe(5n * PRICE)
  })

  test("a node failure reaches the other process as unsent, and the claim can be released", async () => {
    await start({ chain: () => usdcChainAt(setup.chain, "http://127.0.0.1:9") })
    const other = await start()
    const sales = await queueSales(setup, other.ledger, 1)
    expect((await payAt(other, sales)).map(({ kind }) => kind)).toEqual(["unsent"])
    expect(await stateOf(sales)).toEqual(["answered"])
  })
})

describe("the lease changes hands", () => {
  test("when the leader stops, another process leads at once and all payments settle", async () => {
    const [first, second] = [await start(), await start()]
    await first.settler.stop()
    await expect.poll(() => second.log).toContain("settler_leads")
    const sales = await queueSales(setup, first.ledger, 2)
    expect((await payAt(second, sales)).map(({ kind }) => kind)).toEqual(["settled", "settled"])
    expect(await income()).toBe(2n * PRICE)
  })

  test("a single process waits for the outcome of every payment in flight before it stops", async () => {
    const only = await start()
    const sales = await queueSales(setup, only.ledger, 20)
    await setup.client.setAutomine(false)
    const hearing = payAt(only, sales)
    await expect.poll(() => stateOf(sales), { timeout: 10_000 }).toEqual(sales.map(() => "sent"))
    const stopped = only.settler.stop()
    await setup.client.setAutomine(true)
    await setup.client.mine({ blocks: 1 })
    await stopped
    expect(new Set((await hearing).map(({ kind }) => kind))).toEqual(new Set(["settled"]))
    expect(await income()).toBe(20n * PRICE)
    expect(await database.store.selectFrom("leases").where("name", "=", "settler").selectAll().execute()).toEqual([])
  })

  test("a payment that a leader recorded but did not send is finished by the next leader, and its payer served", async () => {
    const silent = { broadcast: () => Promise.reject(new Error("timeout")), receipt: () => Promise.resolve(null) }
    const asleep = await start({ chain: (chain) => ({ ...chain, ...silent }), change: withoutRenewal })
    const awake = await start()
    const sales = await queueSales(setup, asleep.ledger, 2)
    const hearing = payAt(asleep, sales)
    await expect.poll(() => stateOf(sales)).toEqual(["sent", "sent"])
    await expireLease()
    expect((await hearing).map(({ kind }) => kind)).toEqual(["settled", "settled"])
    expect(awake.broadcasts()).toBeGreaterThan(0)
    expect(await income()).toBe(2n * PRICE)
  })

  test("a former leader that does not know it lost the lease sends nothing; the leader sends its payments once", async () => {
    const dreamer = await start({ change: withoutRenewal })
    const leader = await start()
    await expireLease()
    await expect.poll(() => leader.log).toContain("settler_leads")
    const sales = await queueSales(setup, dreamer.ledger, 5)
    expect((await payAt(dreamer, sales)).map(({ kind }) => kind)).toEqual(Array(5).fill("settled"))
    expect(await income()).toBe(5n * PRICE)
    // A waiting process may broadcast the leader's recorded transaction again, with the same bytes.
    for (const raw of dreamer.sent()) expect(leader.sent()).toContain(raw)
  })

  test("with two processes that both settle as leader, each proof moves money once", async () => {
    const ledger = createSqlLedger(database.store)
    const sales = await queueSales(setup, ledger, 12)
    const both = [openSettler(setup, ledger), openSettler(setup, createSqlLedger(await database.another()))]
    await Promise.all(both.map((settler) => Promise.all(sales.map((sale) => settler.settle(sale)))))
    await expect.poll(() => stateOf(sales), { timeout: 10_000 }).toEqual(sales.map(() => "settled"))
    expect(await income()).toBe(12n * PRICE)
    await Promise.all(both.map((settler) => settler.stop()))
  })

  test("without a settling process no payment is charged, and each payer gets the outcome in time", async () => {
    const waiting = await start({ waitMs: 300, change: withoutLease })
    const sales = await queueSales(setup, waiting.ledger, 2)
    expect((await payAt(waiting, sales)).map(({ kind }) => kind)).toEqual(["unsent", "unsent"])
    expect([await stateOf(sales), await income()]).toEqual([["answered", "answered"], 0n])
  })
})

/** A process that asks for the lease once and then assumes that it holds it. */
function withoutRenewal(cluster: SettlementCluster): SettlementCluster {
  return {
    ...cluster,
    newLeaseTerm() {
      const { lease, ledger } = cluster.newLeaseTerm()
      let held: Promise<boolean> | null = null
      return { ledger, lease: { ...lease, hold: () => (held ??= lease.hold()) } }
    },
  }
}

/** A process that never gets the lease. */
function withoutLease(cluster: SettlementCluster): SettlementCluster {
  return {
    ...cluster,
    newLeaseTerm: () => ({
      ...cluster.newLeaseTerm(),
      lease: { hold: async () => false, release: async () => undefined },
    }),
  }
}

/** Ends the connections of all processes, except the one that runs this query. */
async function breakConnections(): Promise<void> {
  const others = sql`pid <> pg_backend_pid() and application_name like ${`${database.name}%`}`
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`.execute(database.store)
}

async function expireLease(): Promise<void> {
  await database.store.updateTable("leases").set({ until_ms: 0 }).execute()
}

async function stateOf(sales: readonly Sale[]) {
  const ledger = createSqlLedger(database.store)
  return Promise.all(sales.map(async ({ id }) => (await ledger.find(id))?.state))
}
