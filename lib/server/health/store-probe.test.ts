import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely"
import { afterEach, expect, test, vi } from "vitest"
import { openEmbeddedStore, type Store } from "@/lib/store/open-store"
import { onFullDisk } from "@/tools/testing/databases/full-disk"
import { storeState } from "@/lib/server/health/store-probe"

afterEach(() => void vi.useRealTimers())

/** A database that never gives a connection and never fails. */
function silentStore(): Store {
  return new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () =>
        new (class extends DummyDriver {
          override acquireConnection(): Promise<never> {
            return new Promise(() => undefined)
          }
        })(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

test("a database that can be read and written is ok, and a closed database is unreachable", async () => {
  const store = await openEmbeddedStore(":memory:")
  expect(await storeState(store, 0)).toBe("ok")
  await store.destroy()
  expect(await storeState(store, 0)).toBe("unreachable")
})

test("a database that does not respond is reported as unreachable after 3 seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const state = storeState(silentStore(), 0)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await state).toBe("unreachable")
  expect(vi.getTimerCount(), "no timer is left").toBe(0)
})

test("a write is relied on for ten seconds, or for as long as the caller says", async () => {
  const store = await openEmbeddedStore(":memory:")
  let isDiskFull = false
  const onDisk = onFullDisk(store, () => isDiskFull)
  expect(await storeState(onDisk, 0)).toBe("ok")
  isDiskFull = true
  expect([await storeState(onDisk, 9_000), await storeState(onDisk, 9_000, 500)]).toEqual(["ok", "full"])
  await store.destroy()
})

test("a database that can be read but not written is unwritable, and full when the disk is full", async () => {
  const store = await openEmbeddedStore(":memory:")
  expect(
    await storeState(
      onFullDisk(store, () => true),
      0,
    ),
  ).toBe("full")
  await store.schema.dropTable("leases").execute()
  expect(await storeState(store, 0)).toBe("unwritable")
  await store.destroy()
})
