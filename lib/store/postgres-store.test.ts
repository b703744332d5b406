import { sql } from "kysely"
import { expect, test } from "vitest"
import { openPostgres, postgresUrl } from "@/lib/testing/databases"
import { openPostgresStore } from "./postgres-store"

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
