import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { databases, type TestDatabase } from "@/lib/testing/databases/databases"
import { createLease, type Lease } from "./lease"

const TTL_MS = 1_000

describe.each(databases)("leases on $name", ({ open }) => {
  let database: TestDatabase
  let first: Lease
  let second: Lease

  beforeEach(async () => {
    database = await open()
    const store = database.store
    first = createLease(store, { name: "feeds", holder: "a", ttlMs: TTL_MS })
    second = createLease(await database.another(), { name: "feeds", holder: "b", ttlMs: TTL_MS })
  })
  afterEach(() => database.close())

  test("one holds it, renews it, and the other waits", async () => {
    expect([await first.hold(0), await second.hold(1), await first.hold(900)]).toEqual([true, false, true])
    expect(await second.hold(1_500), "renewed until 1900").toBe(false)
  })

  test("a process that is gone loses it when its time is over", async () => {
    await first.hold(0)
    expect([await second.hold(TTL_MS), await second.hold(TTL_MS + 1), await first.hold(TTL_MS + 2)]).toEqual([
      false,
      true,
      false,
    ])
  })

  test("who lets go is followed at once, and only the holder can", async () => {
    await first.hold(0)
    await second.release()
    expect(await second.hold(1)).toBe(false)
    await first.release()
    expect(await second.hold(2)).toBe(true)
  })

  test("leases of different names are apart", async () => {
    await first.hold(0)
    expect(await createLease(database.store, { name: "settler", holder: "b", ttlMs: TTL_MS }).hold(1)).toBe(true)
  })

  test("of many that ask at once for a lease that is free, one has it", async () => {
    const stores = [database.store, await database.another()]
    const all = Array.from({ length: 20 }, (_, n) => {
      const store = stores[n % 2] ?? database.store
      return createLease(store, { name: "free", holder: `${n}`, ttlMs: TTL_MS })
    })
    const held = await Promise.all(all.map((lease) => lease.hold(0)))
    expect(held.filter(Boolean)).toHaveLength(1)
  })
})
