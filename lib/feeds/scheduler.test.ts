import { expect, test } from "vitest"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { createScheduler } from "@/lib/feeds/scheduler"

/** Two processes on one database; each counts the wake-ups of its feeds. */
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

test("one process refreshes, the other takes what it stored at every tick", async () => {
  const { first, second } = await twoProcesses()
  for (let tick = 0; tick < 10; tick++) {
    await first.tick()
    await second.tick()
  }
  expect(first.told).toEqual({ refreshed: 10, reloaded: 1, prices: 10 })
  expect(second.told).toEqual({ refreshed: 0, reloaded: 10, prices: 0 })
})

test("a process that ends is followed at the next tick, which begins with what was stored", async () => {
  const { first, second } = await twoProcesses()
  await first.tick()
  await second.tick()
  await first.stop()
  await second.tick()
  expect(second.told).toEqual({ refreshed: 1, reloaded: 2, prices: 1 })
})

test("a process that has ended never takes part again, not by a tick that was under way either", async () => {
  const { first, second } = await twoProcesses()
  const ticking = first.tick()
  await first.stop()
  await ticking
  await first.tick()
  expect(first.told.refreshed).toBeLessThanOrEqual(1)
  await second.tick()
  expect(second.told.refreshed).toBe(1)
})

test("a process that dies is followed when its time is over, which is ten seconds", async () => {
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

test("a slow provider holds up neither the lease nor prices, and is not asked twice", async () => {
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

test("a store that fails costs a tick, not the scheduler", async () => {
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
