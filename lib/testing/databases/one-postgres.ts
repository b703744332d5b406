import pg from "pg"
import { type Cluster, startCluster } from "@/lib/sandbox/postgres/cluster"

/** Names the server of a run to its workers. */
const SERVER = "TEST_POSTGRES_OF_THIS_RUN"
/** Of the databases that a run makes: its workers are threads of one process. */
const PREFIX = `signal402_test_${process.pid}_`

/** Runs before the tests of each project; the first one starts the server, unless `TEST_POSTGRES_URL` names one. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[SERVER]) return undefined
  const given = process.env["TEST_POSTGRES_URL"]
  const { url, stop } = given ? { url: given, stop: () => dropDatabases(given) } : await startCluster()
  process.env[SERVER] = url
  return stop
}

/**
 * A database of the caller's own, forgotten at the end of the run: what is made and dropped in one database at once is
 * seen half by whoever lists its tables.
 */
export async function newDatabase(id: string): Promise<string> {
  const server = process.env[SERVER]
  if (server === undefined) throw new Error("The server of all tests is started by vitest.config.ts.")
  const name = PREFIX + id
  await asked(server, (client) => client.query(`create database ${client.escapeIdentifier(name)}`))
  return Object.assign(new URL(server), { pathname: name }).href
}

async function dropDatabases(server: string): ReturnType<Cluster["stop"]> {
  await asked(server, async (client) => {
    const made = "select datname from pg_database where starts_with(datname, $1)"
    for (const { datname } of (await client.query<{ datname: string }>(made, [PREFIX])).rows) {
      await client.query(`drop database ${client.escapeIdentifier(datname)} with (force)`)
    }
  })
}

async function asked(server: string, ask: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  await ask(client)
  await client.end()
}
