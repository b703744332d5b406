import { expect, test } from "vitest"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { createScheduler } from "@/lib/market/feeds/scheduler"

/** Two processes on one database, each with counters of its feeds' calls. */
async function twoProcesses() {
  const store = await openEmbeddedStore(":memory:")
  const open = () => {
    const told = { refreshed: 0, reloaded: 0, prices: 0 }
    const feed = {
      refreshIfDue: async () => void (told.refreshed += 1),
      reload: async () => void (told.reloaded += 1),
    }
    const candles = { refreshDue: async () => void (told.prices += 1), reload: async () => undefined }
    return { told, ...createScheduler({ candles, feeds: { vix: feed }, store }) }
  }
  return { store, first: open(), second: open() }
}

test("one process refreshes, and the other reloads stored values at every tick", async () => {
  const { first, second } = await twoProcesses()
  for (let tick = 0; tick < 10; tick++) {
    await first.tick()
    await second.tick()
  }
  expect(first.told).toEqual({ refreshed: 10, reloaded: 1, prices: 10 })
  expect(second.told).toEqual({ refreshed: 0, reloaded: 10, prices: 0 })
})

test("when a process stops, the other refreshes at its next tick, after a reload", async () => {
  const { first, second } = await twoProcesses()
  await first.tick()
  await second.tick()
  await first.stop()
  await second.tick()
  expect(second.told).toEqual({ refreshed: 1, reloaded: 2, prices: 1 })
})

test("a stopped process does not take the lease again, also not by a tick in progress", async () => {
  const { first, second } = await twoProcesses()
  const ticking = first.tick()
  await first.stop()
  await ticking
  await first.tick()
  expect(first.told.refreshed).toBeLessThanOrEqual(1)
  await second.tick()
  expect(second.told.refreshed).toBe(1)
})

test("when a process is killed, the other refreshes after the lease of ten seconds expires", async () => {
  const { store, first, second } = await twoProcesses()
  await first.tick()
  const [lease] = await store.selectFrom("leases").selectAll().execute()
  expect(Math.abs((lease?.until_ms ?? 0) - Date.now() - 10_000)).toBeLessThan(5_000)
  await second.tick()
  expect(second.told.refreshed).toBe(0)
  await store.updateTable("leases").set({ until_ms: 0 }).execute()
  await second.tick()
  expect(second.told.refreshed).toBe(1)
})

test("a slow provider delays neither the lease nor prices, and is not asked twice", async () => {
  let asked = 0
  let prices = 0
  const never = new Promise<void>(() => undefined)
  const slow = { refreshIfDue: () => ((asked += 1), never), reload: async () => undefined }
  const scheduler = createScheduler({
    candles: { refreshDue: async () => void (prices += 1), reload: async () => undefined },
    feeds: { slow },
    store: await openEmbeddedStore(":memory:"),
  })
  for (let tick = 0; tick < 3; tick++) {
    await scheduler.tick()
  }
  expect([asked, prices]).toEqual([1, 3])
})

test("after a failed tick of the store the next tick works", async () => {
  const store = await openEmbeddedStore(":memory:")
  let refreshed = 0
  const feed = { refreshIfDue: async () => void (refreshed += 1), reload: async () => undefined }
  const candles = { refreshDue: async () => undefined, reload: async () => undefined }
  const scheduler = createScheduler({ candles, feeds: { vix: feed }, store })
  await store.schema.alterTable("leases").renameTo("leases_gone").execute()
  await expect(scheduler.tick()).rejects.toThrow("leases")
  await store.schema.alterTable("leases_gone").renameTo("leases").execute()
  await scheduler.tick()
  expect(refreshed).toBe(1)
})
