import { statSync } from "node:fs"
import { statfs } from "node:fs/promises"
import pg from "pg"
import { type Client, createClient } from "viem"
import { getBalance, getBlock, getTransactionCount } from "viem/actions"
import { checkNode } from "./node-check"
import { rpcTransport } from "@/lib/x402/chain/rpc-transport"
import { endingTables } from "@/lib/domain/calendar/shipped-tables"
import { nextBaseFee } from "@/lib/x402/chain/transactions"
import { settlementAccount } from "@/lib/x402/chain/settlement-account"
import type { Config } from "@/lib/server/config/env"
import { GAS_OF_FULL_BATCH } from "@/lib/x402/settlement/next-batch"
import { failureReason } from "./failure-reason"

/** `warn`: works, but needs a check; `fail`: payments or answers are affected. */
export type Finding = {
  readonly what: string
  readonly state: "ok" | "warn" | "fail"
  readonly says: string
  /** How to mend it; empty when there is nothing to mend. */
  readonly mend: string
}

const RPC_TIMEOUT_MS = 8_000
const ASK_TIMEOUT_MS = 10_000
/** An authorization of a payer is valid within seconds of its time. */
const MAX_CLOCK_OFF_S = 5
const MIN_POSTGRES_VERSION = 14
const COMMAND_CONNECTIONS = 3
/** Payments and quotes travel in headers of this size. */
const LARGE_HEADER_BYTES = 5_000
const OTHERS_MAY_READ = 0o077

export const found = (what: string, isFit: boolean, says: string, mend: string): Finding => {
  return { what, state: isFit ? "ok" : "fail", says, mend: isFit ? "" : mend }
}

/** Runs one check; an error of it is a finding of its own. */
export async function checked(
  what: string,
  mend: string,
  check: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await check()
  } catch (cause) {
    return [{ what, state: "fail", says: failureReason(cause), mend }]
  }
}

/** Tables of schedules that ship with this version. */
export function checkTables(nowMs: number): readonly Finding[] {
  const ending = endingTables(nowMs)
  if (ending.length === 0) return [found("shipped tables", true, "none ends within 60 days", "")]
  const mend = "Update the service before that day. Afterwards /events needs the publishers themselves."
  return ending.map((says) => ({ what: "shipped tables", state: "warn", says, mend }))
}

/** Env files contain keys, so only their owner may read them. */
export function checkFiles(files: readonly string[]): readonly Finding[] {
  return files.map((file) => {
    const mode = statSync(file).mode & 0o777
    return found(`file ${file}`, (mode & OTHERS_MAY_READ) === 0, `mode ${mode.toString(8)}`, `chmod 600 ${file}`)
  })
}

export async function checkDatabase({ databaseUrl, databasePool }: Config): Promise<readonly Finding[]> {
  if (databaseUrl === null) return [found("database", true, "embedded, for one process", "")]
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: ASK_TIMEOUT_MS })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: number; most: number; used: number; may_create: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as version,
              current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
              (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
              has_database_privilege(current_database(), 'CREATE') as may_create`,
    )
    const [row] = rows
    if (row === undefined) throw new Error("PostgreSQL answers nothing.")
    const free = row.most - row.used
    const wanted = databasePool + 1 + COMMAND_CONNECTIONS
    return [
      found(
        "database version",
        row.version >= MIN_POSTGRES_VERSION,
        `PostgreSQL ${row.version}`,
        "Use PostgreSQL 14 or newer.",
      ),
      found(
        "database rights",
        row.may_create,
        row.may_create ? "may create a schema" : "may not create a schema",
        "GRANT CREATE ON DATABASE … TO the user of DATABASE_URL, or create its schema.",
      ),
      found(
        "database connections",
        free >= wanted,
        `${free} of ${row.most} free, ${wanted} wanted`,
        "Raise max_connections, or lower DATABASE_POOL.",
      ),
    ]
  } finally {
    await client.end()
  }
}

export async function checkChain(config: Config, nowMs: number): Promise<readonly Finding[]> {
  const { chain } = config
  const findings: Finding[] = []
  for (const [index, url] of chain.rpcUrls.entries()) {
    const name = `node ${index + 1} ${new URL(url).host}`
    const client = nodeClient(url)
    const answers = await checkNode(client, { chainId: chain.chainId, usdc: chain.usdc.address })
    findings.push(
      ...answers.map(({ what, isFit, says }) =>
        found(
          `${name}: ${what}`,
          isFit,
          says,
          'Use a node that answers this; docs/operating.md, "What the node is asked".',
        ),
      ),
    )
    findings.push(
      ...(await checked(`${name}: clock`, "Look at the node.", async () => [await clock(name, client, nowMs, config)])),
    )
  }
  return findings
}

/** A block is at most seconds old, so it shows a clock that is behind, and a node that stands still. */
async function clock(name: string, client: Client, nowMs: number, { mode }: Config): Promise<Finding> {
  const { timestamp } = await getBlock(client, { blockTag: "latest" })
  const ageS = Math.round(nowMs / 1_000 - Number(timestamp))
  const isFit = mode === "sandbox" || (ageS >= -MAX_CLOCK_OFF_S && ageS <= 60)
  return found(
    `${name}: clock`,
    isFit,
    `its newest block is ${ageS} s old by this clock`,
    "Set this clock by NTP; when the clock is right, the node stands still.",
  )
}

export async function checkSettler(config: Config): Promise<readonly Finding[]> {
  if (config.settlerPrivateKey === null) return []
  const keys = [config.settlerPrivateKey, ...config.settlement.furtherPrivateKeys]
  return (await Promise.all(keys.map((key) => checkSettlerAccount(config, key)))).flat()
}

/** The ether is weighed by the full batches that it pays for at the current fee, as the service does. */
async function checkSettlerAccount(config: Config, key: `0x${string}`): Promise<readonly Finding[]> {
  const { address } = settlementAccount(key)
  const client = nodeClient(config.chain.rpcUrls[0] ?? "")
  const [wei, fee] = await Promise.all([getBalance(client, { address }), nextBaseFee(client)])
  const batches = fee === 0n ? 0n : wei / (2n * fee * GAS_OF_FULL_BATCH)
  const { alarmBatches } = config.settlement
  const isEnough = batches >= BigInt(alarmBatches)
  return [
    ...(await checkAccount(config, "settler", key)),
    {
      what: `settler ${address}: batches`,
      state: batches === 0n ? "fail" : isEnough ? "ok" : "warn",
      says: `its ether pays for ${batches} batches of 30 payments at the current fee`,
      mend: isEnough
        ? ""
        : `Send ether: fewer than GAS_ALARM_BATCHES (${alarmBatches}), and without any no payment is taken.`,
    },
  ]
}

/** Below this space PostgreSQL and SQLite soon refuse writes; below the other one a busy day may fill it. */
const DISK_FAIL_BYTES = 200_000_000
const DISK_WARN_BYTES = 2_000_000_000

/** The disk of DATA_DIR. That of a PostgreSQL server cannot be seen from here. */
export async function checkDisk(
  { dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">,
  read: (path: string) => Promise<{ readonly bavail: number; readonly bsize: number }> = statfs,
): Promise<readonly Finding[]> {
  // The folder is made at the first start.
  const { bavail, bsize } = await read(dataDir).catch(() => read("."))
  const free = bavail * bsize
  const state = free < DISK_FAIL_BYTES ? "fail" : free < DISK_WARN_BYTES ? "warn" : "ok"
  const elsewhere = databaseUrl === null ? "" : "; the disk of PostgreSQL is not seen from here"
  return [
    {
      what: "disk of DATA_DIR",
      state,
      says: `${(free / 1e9).toFixed(1)} GB free${elsewhere}`,
      mend: state === "ok" ? "" : 'Make space: on a full disk nothing is sold. docs/operating.md, "Growth".',
    },
  ]
}

/** Gas of a claim of one session, its transfer included. */
const GAS_OF_CLAIM = 340_000n

/** The account that deposits, claims and refunds: without ether no voucher is sold. */
export async function checkSessionAccount(config: Config): Promise<readonly Finding[]> {
  if (config.sessions === null) return []
  const key = config.sessions.privateKey
  const { address } = settlementAccount(key)
  const client = nodeClient(config.chain.rpcUrls[0] ?? "")
  const [wei, fee] = await Promise.all([getBalance(client, { address }), nextBaseFee(client)])
  const claims = fee === 0n ? 0n : wei / (2n * fee * GAS_OF_CLAIM)
  const { alarmBatches } = config.settlement
  return [
    ...(await checkAccount(config, "session account", key)),
    {
      what: `session account ${address}: claims`,
      state: claims >= BigInt(alarmBatches) ? "ok" : "warn",
      says: `its ether pays for ${claims} claims at the current fee`,
      mend:
        claims >= BigInt(alarmBatches)
          ? ""
          : 'Send ether. Without it, sessions are not offered; docs/operating.md, "The session account".',
    },
  ]
}

async function checkAccount(config: Config, name: string, key: `0x${string}`): Promise<readonly Finding[]> {
  const client = nodeClient(config.chain.rpcUrls[0] ?? "")
  const { address } = settlementAccount(key)
  const [wei, next, mined] = await Promise.all([
    getBalance(client, { address }),
    getTransactionCount(client, { address, blockTag: "pending" }),
    getTransactionCount(client, { address, blockTag: "latest" }),
  ])
  const open = next - mined
  return [
    found(
      `${name} ${address}: ether`,
      wei > 0n,
      `${(Number(wei) / 1e18).toFixed(6)} ether`,
      "Send ether to this account. It pays for gas and holds nothing else.",
    ),
    {
      what: `${name} ${address}: nonces`,
      state: open === 0 ? "ok" : "warn",
      says: `${open} transactions wait for a block`,
      mend:
        open === 0 ? "" : "Wait; when they stay, another user of this key sent them. Use a key that nothing else uses.",
    },
  ]
}

/** Through the proxy, as a payer would ask: a header as large as a payment's must pass. */
export async function checkOrigin({ origin }: Pick<Config, "origin">, ask: typeof fetch): Promise<readonly Finding[]> {
  const response = await ask(`${origin}/api/live`, {
    headers: { "X-Doctor": "x".repeat(LARGE_HEADER_BYTES) },
    signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
  })
  await response.arrayBuffer()
  const fixes: Readonly<Record<number, string>> = {
    400: "The proxy refuses large headers: large_client_header_buffers 4 32k.",
    431: "The proxy refuses large headers: large_client_header_buffers 4 32k.",
    502: "The proxy reaches no process: is the service running?",
  }
  const mend = fixes[response.status] ?? "PUBLIC_ORIGIN is answered by something else than this service."
  return [found("PUBLIC_ORIGIN", response.ok, `answers ${response.status} to a header of 5 kB`, mend)]
}

export function nodeClient(url: string): Client {
  return createClient({ transport: rpcTransport({ url, timeoutMs: RPC_TIMEOUT_MS }) })
}
