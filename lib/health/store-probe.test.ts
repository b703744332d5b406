import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely"
import { afterEach, expect, test, vi } from "vitest"
import { openEmbeddedStore, type Store } from "@/lib/store/open-store"
import { storeState } from "@/lib/health/store-probe"

afterEach(() => void vi.useRealTimers())

/** A database whose machine has vanished without a word. */
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

test("a database that can be read and written is ok, and one that is closed unreachable", async () => {
  const store = await openEmbeddedStore(":memory:")
  expect(await storeState(store, 0)).toBe("ok")
  await store.destroy()
  expect(await storeState(store, 0)).toBe("unreachable")
})

test("a database that does not answer is unreachable within seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const state = storeState(silentStore(), 0)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await state).toBe("unreachable")
  expect(vi.getTimerCount(), "nothing is left waiting").toBe(0)
})

test("a database that is read and takes no writes is full", async () => {
  const store = await openEmbeddedStore(":memory:")
  await store.schema.dropTable("leases").execute()
  expect(await storeState(store, 0)).toBe("full")
  await store.destroy()
})
