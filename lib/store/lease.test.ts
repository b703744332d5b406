import { expect, test } from "vitest"
import { createLease } from "./lease"
import { openEmbeddedStore } from "./open-store"

const TTL_MS = 1_000

async function twoProcesses() {
  const store = await openEmbeddedStore(":memory:")
  const of = (holder: string) => createLease(store, { name: "feeds", holder, ttlMs: TTL_MS })
  return { store, first: of("a"), second: of("b") }
}

test("one holds it, renews it, and the other waits", async () => {
  const { first, second } = await twoProcesses()
  expect([await first.hold(0), await second.hold(1), await first.hold(900)]).toEqual([true, false, true])
  expect(await second.hold(1_500), "renewed until 1900").toBe(false)
})

test("a process that is gone loses it when its time is over", async () => {
  const { first, second } = await twoProcesses()
  await first.hold(0)
  expect([await second.hold(TTL_MS), await second.hold(TTL_MS + 1), await first.hold(TTL_MS + 2)]).toEqual([
    false,
    true,
    false,
  ])
})

test("who lets go is followed at once, and only the holder can", async () => {
  const { first, second } = await twoProcesses()
  await first.hold(0)
  await second.release()
  expect(await second.hold(1)).toBe(false)
  await first.release()
  expect(await second.hold(2)).toBe(true)
})

test("leases of different names are apart", async () => {
  const { store, first } = await twoProcesses()
  await first.hold(0)
  expect(await createLease(store, { name: "settler", holder: "b", ttlMs: TTL_MS }).hold(1)).toBe(true)
})
