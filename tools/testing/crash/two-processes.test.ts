import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { createSqlLedger } from "@/lib/x402/ledger/sql-ledger"
import { openPostgres, postgresUrl, type TestDatabase } from "@/tools/testing/databases/databases"
import { openPaymentSetup, type PaymentSetup } from "@/tools/testing/payments/payment-setup"
import { audit, type Payers, createPayers } from "./payers"
import { type RunningServer, startServer } from "./start-server"
import { NO_FAULTS, type CrashPoint } from "./fault-injection"

const DEADLINE_MS = 60_000

let setup: PaymentSetup
let database: TestDatabase
let processes: RunningServer[]

beforeAll(async () => {
  setup = await openPaymentSetup()
})
afterAll(() => setup.stop())
beforeEach(async () => {
  database = await openPostgres()
  processes = []
})
afterEach(async () => {
  for (const { child } of processes) child.kill("SIGKILL")
  await Promise.allSettled(processes.map(({ ended }) => ended))
  await database.close()
})

/** A process with `keepsRunning` settles for the other process and serves no payer itself. */
async function start(
  { proofs }: Payers,
  keepsRunning: boolean,
  kill: CrashPoint | null = null,
): Promise<RunningServer> {
  const server = startServer({
    rpcUrl: setup.chain.rpcUrl,
    database: { url: await postgresUrl(), schema: database.name },
    settlerPrivateKey: setup.chain.settlerPrivateKey,
    sessionPrivateKey: setup.chain.sessionPrivateKey,
    payments: keepsRunning ? [] : proofs.map(({ header }) => header),
    factories: proofs.flatMap(({ factories }) => factories),
    kill,
    dieAfterMs: null,
    keepsRunning,
    faults: NO_FAULTS,
    seed: 1,
  })
  processes.push(server)
  return server
}

async function paidAt(server: RunningServer, payers: Payers): Promise<readonly string[]> {
  payers.observations.push(...(await server.ended).seen)
  return audit(setup, payers, createSqlLedger(database.store))
}

test(
  "payers at one process are served while another process settles",
  async () => {
    const payers = await createPayers(setup, 6)
    const settling = await start(payers, true)
    await settling.eventPrinted("settler_leads")
    const selling = await start(payers, false)
    expect(await paidAt(selling, payers)).toEqual([])
    settling.child.kill("SIGTERM")
    expect((await settling.ended).signal).toBeNull()
  },
  DEADLINE_MS,
)

test.each<CrashPoint>([{ step: "chain.broadcast", side: "after", occurrence: 1 }])(
  "when the settling process is killed $side $step, the other process settles and serves every payer",
  async (kill) => {
    const payers = await createPayers(setup, 6)
    const settling = await start(payers, true, kill)
    await settling.eventPrinted("settler_leads")
    const selling = await start(payers, false)
    expect((await settling.ended).signal).toBe("SIGKILL")
    // Expires the lease.
    await database.store.updateTable("leases").set({ until_ms: 0 }).execute()
    expect(await paidAt(selling, payers)).toEqual([])
  },
  DEADLINE_MS,
)
