import { sql } from "kysely"
import pg from "pg"
import type { Channel } from "./channel"
import type { Store } from "./open-store"
import { CONNECT_TIMEOUT_MS, onUnfitConnections, type PostgresOptions } from "./postgres-store"

const RECONNECT_MS = 1_000
const LIFETIME_MS = 300_000
/**
 * A connection that only listens does not notice that a machine has vanished until the kernel probes it: by default
 * after two hours.
 */
const ASK_AFTER_MS = 30_000

/**
 * Messages over `LISTEN` and `NOTIFY` on a separate connection that is reopened whenever it breaks. Messages of the
 * meantime are lost. `store` is of the same database.
 */
export function openPostgresChannel(store: Store, { url, schema, onFault }: PostgresOptions): Channel {
  const name = `${schema}_calls`
  const listeners = createListeners()
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let closed = false

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: ASK_AFTER_MS,
      application_name: name,
    })
    client = fresh
    fresh.on("error", onFault)
    fresh.on("end", again)
    fresh.on("notification", ({ payload = "" }) => {
      const end = payload.indexOf(" ")
      listeners.tell(payload.slice(0, end), payload.slice(end + 1))
    })
    try {
      await fresh.connect()
      await fresh.query(`listen ${fresh.escapeIdentifier(name)}`)
    } catch (error) {
      onFault(error instanceof Error ? error : new Error(String(error)))
      await fresh.end().catch(() => undefined)
      again()
    }
  }

  function again(): void {
    client = null
    if (closed || timer !== null) return
    timer = setTimeout(() => {
      timer = null
      void connect()
    }, RECONNECT_MS)
    timer.unref()
  }

  /** After a failover the old server may keep this connection, on which nothing is heard any more. */
  const leaveStore = onUnfitConnections(store, renew)
  const lifetime = setInterval(renew, LIFETIME_MS).unref()

  function renew(): void {
    void client?.end().catch(() => undefined)
  }

  void connect()
  return {
    subscribe: listeners.add,
    async publish(topic, message) {
      await sql`select pg_notify(${name}, ${`${topic} ${message}`})`.execute(store)
    },
    async close() {
      closed = true
      leaveStore()
      clearInterval(lifetime)
      if (timer !== null) clearTimeout(timer)
      await client?.end()
    },
  }
}

type Listener = (message: string) => void

/** Listeners by topic. */
type Listeners = {
  readonly add: (topic: string, listener: Listener) => () => void
  readonly tell: (topic: string, message: string) => void
}

function createListeners(): Listeners {
  const byTopic = new Map<string, Set<Listener>>()
  return {
    add(topic, listener) {
      const own = byTopic.get(topic) ?? new Set()
      byTopic.set(topic, own.add(listener))
      return () => void own.delete(listener)
    },
    tell(topic, message) {
      for (const listener of byTopic.get(topic) ?? []) listener(message)
    },
  }
}
