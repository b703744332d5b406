import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { type Payer, signFor } from "@/tools/testing/payments/x402-payer"
import { type SandboxServer, startSandboxServer } from "@/tools/cli/sandbox-server"
import { findFreePort } from "@/tools/sandbox/local-port"
import { startCluster } from "@/tools/sandbox/postgres/cluster"
import { median } from "./median"
import { fundedBuyers } from "./payments/buyers"
import { ask, inOrder } from "./payments/load"
import { untilReplayed } from "./payments/replayed"

/*
 * Throughput with several processes on one PostgreSQL, and latency with a block time of two seconds as on Base. The
 * database flushes to disk as in production. Payments are signed before the measurement starts. Clients, chain, database
 * and processes share the cores of this machine.
 *
 * When blocks are mined at once, each client sends its next call after its answer. With a block time of two seconds, these
 * clients would all start at a new block and wait for the whole next one, so calls start at a constant rate instead.
 */

type Load = {
  readonly clients: number
  readonly callsEach: number
  /** Calls that start per second. Absent: each client starts its next call after its last answer. */
  readonly comingPerSecond?: number
}
type LoadSetting = Load & { readonly processes: number; readonly blockTimeSeconds?: number }
type Result = { readonly perSecond: number; readonly p50Ms: number; readonly p95Ms: number; readonly delivered: number }

/** Bytes that a call adds to the ledger, and the bytes that remain after its texts are deleted. */
type Measured = Result & { readonly bytesPerCall: number; readonly bytesKept: number }

const PATH = "/api/signal/BTC"
const CONCURRENT_LOAD: LoadSetting = { processes: 1, clients: 50, callsEach: 8 }
const BASE_LOAD: LoadSetting = { processes: 1, clients: 200, callsEach: 6, blockTimeSeconds: 2, comingPerSecond: 120 }

async function main(): Promise<void> {
  console.log("\nPaid calls on PostgreSQL, 50 clients, a block per transaction")
  for (const processes of [1, 2, 4]) report(processes, await measure({ ...CONCURRENT_LOAD, processes }))
  console.log(
    "\nPaid calls on PostgreSQL, 120 coming a second, a block every 2 seconds (goals: 100 calls/s, p50 1300 ms)",
  )
  for (const processes of [1, 2]) report(processes, await measure({ ...BASE_LOAD, processes }))
}

async function measure(setting: LoadSetting): Promise<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), "signal402-bench-"))
  const database = await startCluster(`${dataDir}-postgres`)
  let server: SandboxServer | null = null
  try {
    server = await startSandboxServer({
      command: "start",
      port: await findFreePort(),
      dataDir,
      fresh: false,
      postgres: database.url,
      progress: () => undefined,
      ...setting,
    })
    return await withServer(server, { dataDir, databaseUrl: database.url, setting })
  } finally {
    await server?.stop()
    await database.stop()
    for (const folder of [dataDir, `${dataDir}-postgres`]) rmSync(folder, { recursive: true, force: true })
  }
}

type ServerSetup = { readonly dataDir: string; readonly databaseUrl: string; readonly setting: LoadSetting }

async function withServer(
  { origin, rpcUrl, processes }: SandboxServer,
  { dataDir, databaseUrl, setting }: ServerSetup,
) {
  await untilReplayed(origin)
  const buyers = await fundedBuyers(setting.clients, rpcUrl, dataDir)
  const urls = processes.map(({ port }) => `http://localhost:${port}${PATH}`)
  // The first calls warm up compilers and connection pools and are not measured.
  const empty = await ledgerBytes(databaseUrl)
  const warm = await pay(urls, buyers, { clients: 10 * urls.length, callsEach: 1 })
  const before = await ledgerBytes(databaseUrl)
  const result = await pay(urls, buyers, setting)
  const bytesPerCall = ((await ledgerBytes(databaseUrl)) - before) / result.delivered
  const bytesKept = ((await ledgerBytes(databaseUrl, DELETE_ANSWERS)) - empty) / (result.delivered + warm.delivered)
  return { ...result, bytesPerCall, bytesKept }
}

async function pay(urls: readonly string[], buyers: readonly Payer[], load: Load): Promise<Result> {
  const { clients, callsEach, comingPerSecond } = load
  const proofs = await inOrder(indices(clients * callsEach), (index) => {
    return sign(urls[0] ?? "", buyers[index % buyers.length])
  })
  // Signing blocks the event loop. This pause lets the client notice connections that the server has closed.
  await sleep(100)
  const durations: number[] = []
  const startedMs = performance.now()
  const call = async (index: number) => {
    const { status, durationMs } = await ask(urls[index % urls.length] ?? "", proofs[index])
    if (status === 200) durations.push(durationMs)
  }
  const arrival = (index: number) => sleep((index / (comingPerSecond ?? 1)) * 1_000).then(() => call(index))
  const client = (number: number) => inOrder(indices(callsEach), (one) => call(one * clients + number))
  await Promise.all(comingPerSecond === undefined ? indices(clients).map(client) : indices(proofs.length).map(arrival))
  const seconds = (performance.now() - startedMs) / 1_000
  const sorted = durations.toSorted((a, b) => a - b)
  return {
    perSecond: durations.length / seconds,
    p50Ms: median(sorted),
    p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
    delivered: durations.length,
  }
}

function indices(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index)
}

function sign(url: string, buyer: Payer | undefined) {
  if (buyer === undefined) throw new Error("There are no buyers.")
  return signFor(url, buyer)
}

/** Deletes texts as `ANSWERS_KEPT_DAYS` does. */
const DELETE_ANSWERS = `
  update signal402_sandbox.payments set answer_body = null, answer_etag = null;
  update signal402_sandbox.settlement_transactions set raw = '0x'`

/** Bytes of rows, indexes and long texts of payments and their transactions, without dead rows. */
async function ledgerBytes(databaseUrl: string, first = "select 1"): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(first)
    const tables = ["payments", "settlement_transactions"].map((table) => `signal402_sandbox.${table}`)
    for (const table of tables) await client.query(`vacuum full ${table}`)
    const sizes = tables.map((table) => `pg_total_relation_size('${table}')`).join(" + ")
    const { rows } = await client.query<{ bytes: string }>(`select ${sizes} as bytes`)
    return Number(rows[0]?.bytes)
  } finally {
    await client.end()
  }
}

function report(processes: number, result: Measured): void {
  const { perSecond, p50Ms, p95Ms, delivered, bytesPerCall, bytesKept } = result
  const cells = [
    `${perSecond.toFixed(0)} calls/s`,
    `p50 ${p50Ms.toFixed(0)} ms`,
    `p95 ${p95Ms.toFixed(0)} ms`,
    `${delivered} delivered`,
    `ledger ${gigabytes(bytesPerCall)} GB per million calls, ${gigabytes(bytesKept)} of it for good`,
  ]
  console.log(
    `  ${processes} process${processes === 1 ? "  " : "es"}  ${cells.map((cell) => cell.padEnd(16)).join("")}`,
  )
}

/** Of a million calls. */
function gigabytes(bytesPerCall: number): string {
  return (bytesPerCall / 1_000).toFixed(1)
}

await main()
