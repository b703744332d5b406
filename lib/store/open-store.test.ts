import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "libsql"
import { afterEach, beforeEach, expect, test } from "vitest"
import { openEmbeddedStore, padToCommonLength, type Store } from "./open-store"

let folder: string
let store: Store
/** The database as another process has it open, such as `npm run ledger -- refund`. */
let other: Database.Database

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "open-store-"))
  const file = join(folder, "store.db")
  store = await openEmbeddedStore(file)
  other = new Database(file)
})
afterEach(async () => {
  await store.destroy()
  other.close()
  rmSync(folder, { recursive: true, force: true })
})

const note = (db: Store, atMs: number) =>
  db.insertInto("health_samples").values({ at_ms: atMs, name: "store", status: "ok" }).execute()
const writeElsewhere = (atMs: number) =>
  other.exec(`insert into health_samples (name, at_ms, status) values ('elsewhere', ${atMs}, 'ok')`)
const moments = async () =>
  (await store.selectFrom("health_samples").select("at_ms").orderBy("at_ms").execute()).map((row) => row.at_ms)

test("a transaction that has read can write, because another process's write is locked out", async () => {
  await store.transaction().execute(async (tx) => {
    await tx.selectFrom("health_samples").selectAll().execute()
    expect(() => writeElsewhere(1)).toThrow(/locked/)
    await note(tx, 2)
  })
  writeElsewhere(3)
  await note(store, 4)
  expect(await moments()).toEqual([2, 3, 4])
})

test("a database of a newer version is refused with that reason, and is not changed", async () => {
  other.exec("insert into kysely_migration (name, timestamp) values ('9999_of_tomorrow', '2099-01-01T00:00:00.000Z')")
  await expect(openEmbeddedStore(join(folder, "store.db"))).rejects.toMatchObject({
    code: "invalid_config",
    message: expect.stringContaining("of a newer version"),
  })
  expect(other.prepare("select name from kysely_migration where name like '9999%'").all()).toHaveLength(1)
})

test("the ledger's files can be read and written only by their owner", async () => {
  await note(store, 1)
  const modes = ["store.db", "store.db-wal", "store.db-shm"].map((name) => statSync(join(folder, name)).mode & 0o777)
  expect(modes).toEqual([0o600, 0o600, 0o600])
})

test("opening a ledger that others can read makes its file private", async () => {
  chmodSync(join(folder, "store.db"), 0o644)
  const again = await openEmbeddedStore(join(folder, "store.db"))
  expect(statSync(join(folder, "store.db")).mode & 0o777).toBe(0o600)
  await again.destroy()
})

test("a data folder that every user may write to is refused by name", async () => {
  chmodSync(folder, 0o777)
  const opening = openEmbeddedStore(join(folder, "store.db"))
  await expect(opening).rejects.toThrow(`DATA_DIR: every user of this machine may write to ${folder}`)
  await expect(opening).rejects.toMatchObject({ code: "invalid_config" })
})

test("lists grow to few lengths by repeating the last entry", () => {
  const lists = [1, 2, 3, 4, 5].map((length) => padToCommonLength([1, 2, 3, 4, 5].slice(0, length)))
  expect(lists).toEqual([[1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4, 5, 5]])
  const lengths = Array.from({ length: 24 }, (_, index) => padToCommonLength(Array(index + 1).fill(0)).length)
  expect([...new Set(lengths)]).toEqual([1, 2, 3, 4, 6, 8, 12, 16, 24])
  expect(padToCommonLength([])).toEqual([])
})
