import { BroadcastChannel } from "node:worker_threads"
import pg from "pg"
import { type Cluster, startCluster } from "@/tools/sandbox/postgres/cluster"

/** The test workers are threads of one process, so this channel connects them with the global setup. */
const CHANNEL = `signal402-test-postgres-${process.pid}`
/** Tells the second project of a run that the first one has set up already. */
const IS_SET_UP = "TEST_POSTGRES_IS_SET_UP"
/** Every database of this run starts with it. */
const PREFIX = `signal402_test_${process.pid}_`

type Message =
  | { readonly kind: "request" }
  | { readonly kind: "answer"; readonly url: string | null; readonly error: string }

/**
 * The global setup of the tests. The PostgreSQL server starts when the first test asks for a database, once per run,
 * and ends with the run. `TEST_POSTGRES_URL` names another server to use instead.
 */
export function setup(): (() => Promise<void>) | undefined {
  if (process.env[IS_SET_UP]) return undefined
  process.env[IS_SET_UP] = "yes"
  let starting: Promise<Cluster> | null = null
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener("message", (event) => {
    if (messageIn(event).kind !== "request") return
    starting ??= openServer()
    starting.then(
      ({ url }) => send(channel, { kind: "answer", url, error: "" }),
      (error: unknown) => send(channel, { kind: "answer", url: null, error: String(error) }),
    )
  })
  channel.unref()
  return async () => {
    channel.close()
    const cluster = await starting?.catch(() => null)
    await cluster?.stop()
  }
}

function send(channel: BroadcastChannel, message: Message): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel between threads has no origin
  channel.postMessage(message)
}

function messageIn(event: unknown): Message {
  return (event as { readonly data: Message }).data
}

function openServer(): Promise<Cluster> {
  const given = process.env["TEST_POSTGRES_URL"]
  return given ? Promise.resolve({ url: given, stop: () => dropDatabases(given) }) : startCluster()
}

/** Asks the global setup for the server's URL. The first request starts the server. */
function requestServer(): Promise<string> {
  const channel = new BroadcastChannel(CHANNEL)
  return new Promise<string>((resolve, reject) => {
    channel.addEventListener("message", (event) => {
      const message = messageIn(event)
      if (message.kind !== "answer") return
      if (message.url === null) reject(new Error(message.error))
      else resolve(message.url)
    })
    send(channel, { kind: "request" })
  }).finally(() => channel.close())
}

/**
 * Creates a database for the caller alone; it is dropped at the end of the run. A test that lists tables would see the
 * tables of other tests in a shared database.
 */
export async function newDatabase(id: string): Promise<string> {
  const server = await requestServer()
  const name = PREFIX + id
  await withClient(server, (client) => client.query(`create database ${client.escapeIdentifier(name)}`))
  return Object.assign(new URL(server), { pathname: name }).href
}

async function dropDatabases(server: string): Promise<void> {
  await withClient(server, async (client) => {
    const made = "select datname from pg_database where starts_with(datname, $1)"
    for (const { datname } of (await client.query<{ datname: string }>(made, [PREFIX])).rows) {
      await client.query(`drop database ${client.escapeIdentifier(datname)} with (force)`)
    }
  })
}

async function withClient(server: string, run: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  await run(client)
  await client.end()
}
