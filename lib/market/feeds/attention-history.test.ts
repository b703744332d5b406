import { expect, test } from "vitest"
import type { Watch } from "@/lib/domain/geo/news"
import { DAY_MS } from "@/lib/domain/utc-day"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { onFullDisk } from "@/tools/testing/databases/full-disk"
import { createAttentionHistory } from "./attention-history"

const TODAY_MS = Date.UTC(2026, 10, 20)

const quiet = (fromMs: number, untilMs: number): readonly Watch[] => [
  { provider: "gdelt", articles: [], fromMs, untilMs },
]

test("a stored history that cannot be read is not overwritten by newly counted days", async () => {
  const store = await openEmbeddedStore(":memory:")
  let isDown = false
  const flaky = new Proxy(store, {
    get(target, key) {
      if (isDown && key === "selectFrom") throw new Error("The database is silent.")
      const part: unknown = Reflect.get(target, key)
      return typeof part === "function" ? part.bind(target) : part
    },
  })
  const open = (nowMs: number) => createAttentionHistory({ store: flaky, clock: () => nowMs })
  await open(TODAY_MS + DAY_MS / 2).record(quiet(TODAY_MS - 20 * DAY_MS, TODAY_MS + DAY_MS / 2))
  expect(await open(TODAY_MS).days()).toHaveLength(20)

  isDown = true
  const restarted = open(TODAY_MS + DAY_MS)
  const recent = quiet(TODAY_MS - 9 * DAY_MS, TODAY_MS + DAY_MS)
  expect(await restarted.days(), "days() does not wait for the store").toEqual([])
  await restarted.record(recent)
  isDown = false
  await restarted.record(recent)
  expect((await open(TODAY_MS + DAY_MS).days()).length).toBeGreaterThanOrEqual(20)
})

test("days that cannot be stored are kept in memory and stored at the next record()", async () => {
  const store = await openEmbeddedStore(":memory:")
  let isFull = true
  const clock = () => TODAY_MS + DAY_MS / 2
  const history = createAttentionHistory({ store: onFullDisk(store, () => isFull), clock })
  const watches = quiet(TODAY_MS - 3 * DAY_MS, clock())
  const stored = () => createAttentionHistory({ store, clock }).days()
  await history.record(watches)
  expect([(await history.days()).length, (await stored()).length]).toEqual([3, 0])
  isFull = false
  await history.record(watches)
  expect(await stored()).toHaveLength(3)
})

test("a following process loads another process's days once, and equal days make no new revision", async () => {
  const store = await openEmbeddedStore(":memory:")
  const open = () => createAttentionHistory({ store, clock: () => TODAY_MS + DAY_MS / 2 })
  const [leader, follower] = [open(), open()]
  await follower.reload()
  await leader.record(quiet(TODAY_MS - 3 * DAY_MS, TODAY_MS + DAY_MS / 2))
  const seen = [follower.revision()]
  for (let tick = 0; tick < 3; tick += 1) {
    await follower.reload()
    seen.push(follower.revision())
  }
  expect(seen).toEqual([0, 1, 1, 1])
  expect(await follower.days()).toHaveLength(3)
  await leader.record(quiet(TODAY_MS - 3 * DAY_MS, TODAY_MS + DAY_MS / 2))
  expect(leader.revision(), "nothing new was counted").toBe(1)
})
