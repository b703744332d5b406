import { sql } from "kysely"
import { expect, test } from "vitest"
import { relaxed } from "./durability"
import { openEmbeddedStore, type Store } from "./open-store"

const [NORMAL, FULL] = [1, 2]

async function synchronous(store: Store): Promise<number | undefined> {
  const { rows } = await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(store)
  return rows[0]?.synchronous
}

test("writes are durable, relaxed ones excepted, and durable again after them", async () => {
  const store = await openEmbeddedStore(":memory:")
  expect(await synchronous(store)).toBe(FULL)
  expect(await relaxed(store, synchronous)).toBe(NORMAL)
  expect(await synchronous(store)).toBe(FULL)
  await expect(relaxed(store, () => Promise.reject(new Error("locked")))).rejects.toThrow("locked")
  expect(await synchronous(store)).toBe(FULL)
})

test("nothing else is written while a relaxed write is under way", async () => {
  const store = await openEmbeddedStore(":memory:")
  const seen = await Promise.all([relaxed(store, synchronous), synchronous(store), relaxed(store, synchronous)])
  expect(seen).toEqual([NORMAL, FULL, NORMAL])
})
