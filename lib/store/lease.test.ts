import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
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

  test("one process holds and renews the lease, and another process does not get it", async () => {
    expect([await first.hold(), await second.hold(), await first.hold()]).toEqual([true, false, true])
    expect(await second.hold()).toBe(false)
  })

  test("a process that ended loses the lease when the lease expires", async () => {
    await leaseOfA(-1).hold()
    expect([await second.hold(), await first.hold()]).toEqual([true, false])
  })

  test("a lease that ends too far in the future, because the clock was set back, has expired", async () => {
    await leaseOfA(2 * TTL_MS - 1_000).hold()
    expect(await second.hold(), "within the allowed clock difference").toBe(false)
    await leaseOfA(3_600_000).hold()
    expect([await second.hold(), await first.hold()]).toEqual([true, false])
  })

  test("the lease's end is by the database's clock, in milliseconds", async () => {
    await first.hold()
    const { until_ms } = await database.store.selectFrom("leases").selectAll().executeTakeFirstOrThrow()
    expect(Math.abs(until_ms - Date.now() - TTL_MS)).toBeLessThan(10_000)
  })

  test("a released lease is free at once, and only its holder can release it", async () => {
    await first.hold()
    await second.release()
    expect(await second.hold()).toBe(false)
    await first.release()
    expect(await second.hold()).toBe(true)
  })

  test("leases with different names are independent", async () => {
    await first.hold()
    expect(await createLease(database.store, { name: "settler", holder: "b", ttlMs: TTL_MS }).hold()).toBe(true)
  })

  test("one of many concurrent requests gets a free lease", async () => {
    const stores = [database.store, await database.another()]
    const all = Array.from({ length: 20 }, (_, n) => {
      const store = stores[n % 2] ?? database.store
      return createLease(store, { name: "free", holder: `${n}`, ttlMs: TTL_MS })
    })
    const held = await Promise.all(all.map((lease) => lease.hold()))
    expect(held.filter(Boolean)).toHaveLength(1)
  })
})
