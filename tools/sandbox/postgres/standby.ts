import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { execFileSync } from "node:child_process"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { findFreePort } from "@/tools/sandbox/local-port"
import { findBinaries, publicCopy } from "./binaries"
import type { Cluster } from "./cluster"
import { startBinary } from "./run-binary"
import { serverUser } from "./server-user"

export type Standby = Cluster & {
  /** Makes the primary refuse writes, as a demoted server does, and the standby accept them. Sessions stay open. */
  readonly failOver: () => Promise<void>
}

const DEADLINE_MS = 30_000
/** What belongs to the running primary and not to its data. */
const LEFT_OUT = /\/(?:postmaster\.(?:pid|opts)|pg_replslot\/.+|pg_wal\/.+)$/

/**
 * A hot standby of a cluster that `startCluster` has started, by a copy of its data and streaming replication. The primary waits for
 * it with each commit.
 */
export async function startStandby(primary: Cluster): Promise<Standby> {
  const user = serverUser()
  const native = user.uid === undefined ? findBinaries() : publicCopy(findBinaries())
  const home = mkdtempSync(join(tmpdir(), "signal402-standby-"))
  const folder = join(home, "cluster")
  await withClient(primary.url, async (client) => {
    await client.query("alter system set wal_keep_size = '1GB'")
    await client.query("select pg_reload_conf()")
    const { rows: shown } = await client.query<{ data_directory: string }>("show data_directory")
    const source = shown[0]?.data_directory ?? ""
    await client.query("select pg_backup_start('standby', true)")
    cpSync(source, folder, { recursive: true, filter: (path) => !LEFT_OUT.test(path) })
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)")
    writeFileSync(join(folder, "backup_label"), rows[0]?.labelfile ?? "")
  })
  const port = await findFreePort()
  const from = new URL(primary.url)
  const password = decodeURIComponent(from.password)
  const source = `host=${from.hostname} port=${from.port} user=${from.username} password=${password}`
  appendFileSync(join(folder, "postgresql.auto.conf"), `primary_conninfo = '${source}'\n`)
  writeFileSync(join(folder, "standby.signal"), "")
  if (user.uid !== undefined) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, home])
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"].flatMap((one) => ["-c", one])
  const words: string[] = []
  const server = startBinary(join(native, "bin", "postgres"), ["-D", folder, "-p", String(port), ...settings], {
    user,
    words,
  })
  const url = Object.assign(new URL(primary.url), { port: String(port) }).href
  const stop = async () => {
    await server.interrupt()
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const isStreaming = () =>
      withClient(
        primary.url,
        async (client) => (await client.query("select 1 from pg_stat_replication")).rowCount === 1,
      )
    await until(isStreaming, () => (server.isRunning() ? null : words.slice(-5).join("\n")))
    await withClient(primary.url, async (client) => {
      await client.query("alter system set synchronous_standby_names = '*'")
      // A temporary cluster is started without it.
      await client.query("alter role current_user set synchronous_commit = on")
      await client.query("select pg_reload_conf()")
    })
  } catch (cause) {
    await stop()
    throw cause
  }
  return {
    url,
    stop,
    async failOver() {
      await withClient(primary.url, async (client) => {
        await client.query("alter system set default_transaction_read_only = on")
        await client.query("alter system set synchronous_standby_names = ''")
        await client.query("select pg_reload_conf()")
      })
      await withClient(url, (client) => client.query("select pg_promote(true, 30)"))
    },
  }
}

async function withClient<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

async function until(isTrue: () => Promise<boolean>, problem: () => string | null): Promise<void> {
  const deadlineMs = performance.now() + DEADLINE_MS
  while (!(await isTrue().catch(() => false))) {
    const words = problem()
    if (words !== null || performance.now() > deadlineMs)
      throw new Error(`The standby does not follow: ${words ?? "late"}`)
    await sleep(50)
  }
}
