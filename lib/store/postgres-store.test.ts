import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { sql } from "kysely"
import { expect, test } from "vitest"
import { openPostgres, postgresUrl } from "@/tools/testing/databases/databases"
import { storeState } from "@/lib/server/health/store-probe"
import { connectionFault, openPostgresStore } from "./postgres-store"

/** @see https://github.com/kysely-org/kysely/blob/master/src/dialect/postgres/postgres-adapter.ts */
const KYSELY_LOCK = sql.lit(3_853_314_791_062_309_107n)

test("processes that start concurrently on an empty database all find the newest schema", async () => {
  const url = await postgresUrl()
  const schema = "together"
  const open = () => openPostgresStore({ url, schema, onFault: () => undefined })
  const stores = await Promise.all(Array.from({ length: 5 }, open))
  const counts = await Promise.all(stores.map((store) => store.selectFrom("payments").select("seq").execute()))
  expect(counts).toEqual([[], [], [], [], []])
  for (const store of stores.slice(1)) await store.destroy()
  await sql`drop schema ${sql.id(schema)} cascade`.execute(stores[0] ?? neverOpened())
  await stores[0]?.destroy()
})

test("a migration and the wait for it may exceed the statement timeout", async () => {
  const { store, close } = await openPostgres()
  const url = await postgresUrl()
  const schema = "migrated_slowly"
  const opened = await store.connection().execute(async (migrator) => {
    await sql`select pg_advisory_lock(${KYSELY_LOCK})`.execute(migrator)
    const migrate = async () => {
      await sql`select pg_sleep(0.5)`.execute(migrator)
      await sql`select pg_advisory_unlock(${KYSELY_LOCK})`.execute(migrator)
    }
    const [late] = await Promise.all([
      openPostgresStore({ url, schema, onFault: () => undefined, statementTimeoutMs: 200 }),
      migrate(),
    ])
    return late
  })
  expect((await sql`show statement_timeout`.execute(opened)).rows).toEqual([{ statement_timeout: "200ms" }])
  await opened.destroy()
  await sql`drop schema ${sql.id(schema)} cascade`.execute(store)
  await close()
})

test("two schemas of one database have separate rows", async () => {
  const [sandbox, live] = [await openPostgres(), await openPostgres()]
  await sandbox.store.insertInto("leases").values({ name: "feeds", holder: "a", until_ms: 1 }).execute()
  expect(await live.store.selectFrom("leases").selectAll().execute()).toEqual([])
  await sandbox.close()
  await live.close()
})

test("a bigint that JavaScript would round is an error", async () => {
  const { store, close } = await openPostgres()
  const read = (text: string) => sql<{ n: number }>`select ${text}::bigint as n`.execute(store)
  expect((await read("9007199254740991")).rows).toEqual([{ n: Number.MAX_SAFE_INTEGER }])
  await expect(read("9007199254740993")).rejects.toThrow("without loss")
  await close()
})

test("a login sends no timeout parameters, which a pooler would refuse", async () => {
  const logins: string[] = []
  const pooler = createServer((socket) => {
    socket.once("data", (login) => {
      logins.push(login.toString("latin1"))
      socket.destroy()
    })
  }).listen(0, "127.0.0.1")
  await once(pooler, "listening")
  const { port } = pooler.address() as AddressInfo
  const url = `postgres://somebody@127.0.0.1:${port}/none`
  await expect(openPostgresStore({ url, schema: "pooled", onFault: () => undefined })).rejects.toThrow(Error)
  expect(logins).not.toEqual([])
  for (const login of logins) expect(login).not.toContain("timeout")
  pooler.close()
})

test("opening a store on an unreachable server fails within seconds", async () => {
  const url = "postgres://nobody@127.0.0.1:9/none"
  await expect(openPostgresStore({ url, schema: "none", onFault: () => undefined })).rejects.toThrow(
    "could not be opened and brought up to date",
  )
})

test("connections that break before their first statement leave the pool", async () => {
  const proxy = await startProxyTo(await postgresUrl())
  const store = await openPostgresStore({ url: proxy.url, schema: "cut_off", onFault: () => undefined })
  const ask = () => store.selectFrom("payments").select("seq").execute()
  proxy.cutAfterLogin()
  const unavailable = { code: "data_unavailable", retryable: true }
  for (let time = 0; time < 12; time += 1) await expect(ask()).rejects.toMatchObject(unavailable)
  proxy.mend()
  expect(await ask()).toEqual([])
  await sql`drop schema cut_off cascade`.execute(store)
  await store.destroy()
  await proxy.close()
})

test("connections of a machine that disappears block other statements for a limited time", async () => {
  const proxy = await startProxyTo(await postgresUrl())
  const statementTimeoutMs = 200
  const store = await openPostgresStore({
    url: proxy.url,
    schema: "vanished",
    onFault: () => undefined,
    statementTimeoutMs,
  })
  const ask = () => store.selectFrom("payments").select("seq").execute()
  await Promise.all(Array.from({ length: 10 }, ask))
  proxy.silence()
  const lost = await Promise.allSettled(Array.from({ length: 10 }, ask))
  expect(lost.some(({ status }) => status === "rejected")).toBe(true)
  expect(await ask()).toEqual([])
  await sql`drop schema vanished cascade`.execute(store)
  await store.destroy()
  await proxy.close()
})

test("after a failover each statement fails at most once, and no other connection of the old server is used", async () => {
  const schema = "demoted"
  const faults: string[] = []
  const onFault = (error: Error) => void faults.push(error.message)
  const store = await openPostgresStore({ url: await postgresUrl(), schema, onFault, connections: 4 })
  const demote = sql`set default_transaction_read_only = on`
  const [all, go] = barrier(4)
  await Promise.all(
    Array.from({ length: 4 }, () =>
      store.connection().execute(async (connection) => {
        await demote.execute(connection)
        go()
        await all
      }),
    ),
  )
  const write = (n: number) =>
    store
      .insertInto("leases")
      .values({ name: `failover ${n}`, holder: "a", until_ms: 1 })
      .execute()
  await expect(write(0)).rejects.toMatchObject({ code: "25006" })
  const written = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => write(n + 1)))
  expect(written.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => "fulfilled"))
  await sql`drop schema ${sql.id(schema)} cascade`.execute(store)
  await store.destroy()
})

test("a server that accepts reads alone is named, and used again once it accepts writes", async () => {
  const url = await postgresUrl()
  const name = new URL(url).pathname.slice(1)
  const faults: string[] = []
  const onFault = (error: Error) => void faults.push(connectionFault(error))
  const store = await openPostgresStore({ url, schema: "standby", onFault, connections: 2 })
  const other = await openPostgres()
  const ask = () => store.selectFrom("payments").select("seq").execute()
  await other.store.connection().execute(async (connection) => {
    // This session was opened before, so it stays writable.
    await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(connection)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'standby'`.execute(
      connection,
    )
    await expect.poll(() => ask().catch((cause: unknown) => cause)).toMatchObject({ code: "data_unavailable" })
    expect(await storeState(store, 0)).toBe("read_only")
    await sql`alter database ${sql.id(name)} set default_transaction_read_only = off`.execute(connection)
  })
  expect(faults).toContain("database_read_only")
  expect(await ask()).toEqual([])
  await sql`drop schema standby cascade`.execute(store)
  await store.destroy()
  await other.close()
})

/** Resolves when the function was called so often. */
function barrier(count: number): readonly [Promise<void>, () => void] {
  let [left, open] = [count, () => undefined as void]
  const all = new Promise<void>((resolve) => (open = resolve))
  return [
    all,
    () => {
      left -= 1
      if (left === 0) open()
    },
  ]
}

/** A proxy to the test server that can cut connections or stop forwarding. */
async function startProxyTo(server: string) {
  const url = new URL(server)
  const { port, hostname } = url
  const connections: [Socket, Socket][] = []
  let accept: (from: Socket) => void = (from) => {
    const to = connect(Number(port), hostname)
    connections.push([from, to])
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      one.pipe(other).on("error", () => undefined)
      one.on("close", () => other.destroy())
    }
  }
  const forward = accept
  const listener = createServer((from) => accept(from)).listen(0, "127.0.0.1")
  await once(listener, "listening")
  url.port = String((listener.address() as AddressInfo).port)
  url.hostname = "127.0.0.1"
  return {
    url: url.href,
    /** Stops forwarding on open connections, as if their machine had lost its power. */
    silence() {
      for (const pair of connections) for (const socket of pair) socket.unpipe().pause()
    },
    /** Cuts each new connection at its first message after the login. */
    cutAfterLogin() {
      for (const pair of connections) for (const socket of pair) socket.destroy()
      accept = (from) => {
        forward(from)
        let parts = 0
        from.on("data", () => {
          parts += 1
          if (parts > LOGIN_PARTS) from.destroy()
        })
      }
    },
    mend() {
      accept = forward
    },
    async close() {
      listener.close()
      for (const pair of connections) for (const socket of pair) socket.destroy()
      await once(listener, "close")
    },
  }
}

/** The test server needs no password, so a login is one message. */
const LOGIN_PARTS = 1

function neverOpened(): never {
  throw new Error("Five were opened.")
}

test("opening a store waits for a server that refuses connections while it starts", async () => {
  const target = new URL(await postgresUrl())
  const proxy = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname)
    socket.on("error", () => upstream.destroy()).pipe(upstream)
    upstream.on("error", () => socket.destroy()).pipe(socket)
  })
  proxy.listen(0, "127.0.0.1")
  await once(proxy, "listening")
  const { port } = proxy.address() as AddressInfo
  proxy.close()
  await once(proxy, "close")
  const url = new URL(target)
  url.host = `127.0.0.1:${port}`
  const faults: Error[] = []
  const opening = openPostgresStore({
    url: url.href,
    schema: "late",
    startTimeoutMs: 20_000,
    onFault: (error) => void faults.push(error),
  })
  setTimeout(() => proxy.listen(port, "127.0.0.1"), 700)
  const store = await opening
  expect(faults).toEqual([])
  await sql`drop schema late cascade`.execute(store)
  await store.destroy()
  proxy.close()
})
