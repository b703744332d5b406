import { mkdtempSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { expect, onTestFinished, test } from "vitest"
import { durable, relaxed } from "./durability"
import { openEmbeddedStore, type Store } from "./open-store"

const [NORMAL, FULL] = [1, 2]

async function synchronous(store: Store): Promise<number | undefined> {
  const { rows } = await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(store)
  return rows[0]?.synchronous
}

test("writes are durable, except inside relaxed(), also after relaxed() fails", async () => {
  const store = await openEmbeddedStore(":memory:")
  expect(await synchronous(store)).toBe(FULL)
  expect(await relaxed(store, synchronous)).toBe(NORMAL)
  expect(await synchronous(store)).toBe(FULL)
  await expect(relaxed(store, () => Promise.reject(new Error("locked")))).rejects.toThrow("locked")
  expect(await synchronous(store)).toBe(FULL)
})

test("other writes wait for a relaxed write", async () => {
  const store = await openEmbeddedStore(":memory:")
  const seen = await Promise.all([relaxed(store, synchronous), synchronous(store), relaxed(store, synchronous)])
  expect(seen).toEqual([NORMAL, FULL, NORMAL])
})

test("concurrent relaxed writes share a transaction, and a failing write does not fail the others", async () => {
  const store = await openEmbeddedStore(":memory:")
  await sql`CREATE TABLE notes (id INTEGER PRIMARY KEY)`.execute(store)
  const seen: (readonly [id: number, inTransaction: boolean])[] = []
  const note = (id: number) =>
    relaxed(store, async (db) => {
      seen.push([id, db.isTransaction])
      await sql`INSERT INTO notes (id) VALUES (${id})`.execute(db)
      return id
    })
  expect(await Promise.all([note(1), note(2), note(3)])).toEqual([1, 2, 3])
  expect(seen).toEqual([
    [1, true],
    [2, true],
    [3, true],
  ])

  const outcomes = await Promise.allSettled([note(4), note(1), note(5)])
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
  const { rows } = await sql<{ id: number }>`SELECT id FROM notes ORDER BY id`.execute(store)
  expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
  expect(await synchronous(store)).toBe(FULL)
})

test("a durable write is one transaction, and succeeds once its write-ahead log is flushed to disk", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signal402-durability-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, "live.db")
  const store = await openEmbeddedStore(file)
  onTestFinished(() => store.destroy())
  await sql`CREATE TABLE notes (id INTEGER PRIMARY KEY)`.execute(store)
  const note = (...ids: readonly number[]) =>
    durable(store, async (db) => {
      for (const id of ids) await sql`INSERT INTO notes (id) VALUES (${id})`.execute(db)
      return db.isTransaction
    })
  const noted = async () =>
    (await sql<{ id: number }>`SELECT id FROM notes ORDER BY id`.execute(store)).rows.map(({ id }) => id)

  expect(await note(1)).toBe(true)
  await expect(note(2, 1)).rejects.toThrow("UNIQUE")
  expect(await noted()).toEqual([1])

  renameSync(`${file}-wal`, `${file}-gone`)
  await expect(note(3), "a log that cannot be flushed").rejects.toThrow("ENOENT")
  renameSync(`${file}-gone`, `${file}-wal`)
  expect(await noted(), "the row is committed although the write failed").toEqual([1, 3])
  await note(4)
  expect(await noted()).toEqual([1, 3, 4])
})
