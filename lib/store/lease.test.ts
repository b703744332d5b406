import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { databases, type TestDatabase } from "@/lib/testing/databases/databases"
import { createLease, type Lease } from "./lease"

const TTL_MS = 60_000

describe.each(databases)("leases on $name", ({ open }) => {
  let database: TestDatabase
  let first: Lease
  let second: Lease

  const leaseOfA = (ttlMs: number) => createLease(database.store, { name: "feeds", holder: "a", ttlMs })

  beforeEach(async () => {
    database = await open()
    first = leaseOfA(TTL_MS)
    second = createLease(await database.another(), { name: "feeds", holder: "b", ttlMs: TTL_MS })
  })
  afterEach(() => database.close())

  test("one holds it, renews it, and the other waits", async () => {
    expect([await first.hold(), await second.hold(), await first.hold()]).toEqual([true, false, true])
    expect(await second.hold()).toBe(false)
  })

  test("a process that is gone loses it when its time is over", async () => {
    await leaseOfA(-1).hold()
    expect([await second.hold(), await first.hold()]).toEqual([true, false])
  })

  test("one that was taken before the clock was set back is over", async () => {
    await leaseOfA(2 * TTL_MS - 1_000).hold()
    expect(await second.hold(), "within what the clock may be off").toBe(false)
    await leaseOfA(3_600_000).hold()
    expect([await second.hold(), await first.hold()]).toEqual([true, false])
  })

  test("its time is that of the database, in milliseconds", async () => {
    await first.hold()
    const { until_ms } = await database.store.selectFrom("leases").selectAll().executeTakeFirstOrThrow()
    expect(Math.abs(until_ms - Date.now() - TTL_MS)).toBeLessThan(10_000)
  })

  test("who lets go is followed at once, and only the holder can", async () => {
    await first.hold()
    await second.release()
    expect(await second.hold()).toBe(false)
    await first.release()
    expect(await second.hold()).toBe(true)
  })

  test("leases of different names are apart", async () => {
    await first.hold()
    expect(await createLease(database.store, { name: "settler", holder: "b", ttlMs: TTL_MS }).hold()).toBe(true)
  })

  test("of many that ask at once for a lease that is free, one has it", async () => {
    const stores = [database.store, await database.another()]
    const all = Array.from({ length: 20 }, (_, n) => {
      const store = stores[n % 2] ?? database.store
      return createLease(store, { name: "free", holder: `${n}`, ttlMs: TTL_MS })
    })
    const held = await Promise.all(all.map((lease) => lease.hold()))
    expect(held.filter(Boolean)).toHaveLength(1)
  })
})
