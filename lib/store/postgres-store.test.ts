import { sql } from "kysely"
import { expect, test } from "vitest"
import { openPostgres, postgresUrl } from "@/lib/testing/databases"
import { openPostgresStore } from "./postgres-store"

/** @see https://github.com/kysely-org/kysely/blob/master/src/dialect/postgres/postgres-adapter.ts */
const KYSELY_LOCK = sql.lit(3_853_314_791_062_309_107n)

test("processes that start at once on an empty database all find the newest shape", async () => {
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

test("a migration and the wait for it may take longer than any statement of the store", async () => {
  const { store, close } = await openPostgres()
  const hasty = new URL(await postgresUrl())
  hasty.searchParams.set("statement_timeout", "200")
  const schema = "migrated_slowly"
  const opened = await store.connection().execute(async (migrator) => {
    await sql`select pg_advisory_lock(${KYSELY_LOCK})`.execute(migrator)
    const migrate = async () => {
      await sql`select pg_sleep(0.5)`.execute(migrator)
      await sql`select pg_advisory_unlock(${KYSELY_LOCK})`.execute(migrator)
    }
    const [late] = await Promise.all([
      openPostgresStore({ url: hasty.href, schema, onFault: () => undefined }),
      migrate(),
    ])
    return late
  })
  expect((await sql`show statement_timeout`.execute(opened)).rows).toEqual([{ statement_timeout: "200ms" }])
  await opened.destroy()
  await sql`drop schema ${sql.id(schema)} cascade`.execute(store)
  await close()
})

test("two schemas of one database know nothing of each other", async () => {
  const [sandbox, live] = [await openPostgres(), await openPostgres()]
  await sandbox.store.insertInto("leases").values({ name: "feeds", holder: "a", until_ms: 1 }).execute()
  expect(await live.store.selectFrom("leases").selectAll().execute()).toEqual([])
  await sandbox.close()
  await live.close()
})

test("a number that JavaScript would round is an error, not another number", async () => {
  const { store, close } = await openPostgres()
  const read = (text: string) => sql<{ n: number }>`select ${text}::bigint as n`.execute(store)
  expect((await read("9007199254740991")).rows).toEqual([{ n: Number.MAX_SAFE_INTEGER }])
  await expect(read("9007199254740993")).rejects.toThrow("without loss")
  await close()
})

test("a server that is not there is an error within seconds", async () => {
  const url = "postgres://nobody@127.0.0.1:9/none"
  await expect(openPostgresStore({ url, schema: "none", onFault: () => undefined })).rejects.toThrow(
    "could not be brought to the newest shape",
  )
})

function neverOpened(): never {
  throw new Error("Five were opened.")
}
