import { expect, test } from "vitest"
import type { Coin } from "@/lib/domain/market/coin"
import { createFakeTime } from "@/tools/testing/feeds/fake-time"
import { createCachedFeed } from "./cached-feed"
import { createCoinFeed } from "./coin-feed"

const START_MS = Date.UTC(2026, 10, 20, 12)
const HOUR_MS = 3_600_000

test("one coin's new value is a new revision, although the group's age is that of the oldest coin", async () => {
  const time = createFakeTime(START_MS)
  const dated = new Map<Coin, number>()
  const feed = createCoinFeed((coin) =>
    createCachedFeed({
      readers: [{ name: "provider", read: async () => ({ value: 1, asOfMs: dated.get(coin) ?? START_MS }) }],
      clock: time.clock,
      maxAgeMs: 6 * HOUR_MS,
      minIntervalMs: HOUR_MS,
      isDue: ({ asOfMs }) => (dated.get(coin) ?? asOfMs) > asOfMs,
    }),
  )
  await feed.refreshIfDue()
  const before = feed.revision()
  time.advance(HOUR_MS)
  dated.set("SOL", START_MS + HOUR_MS)
  await feed.refreshIfDue()
  expect(feed.status().asOfMs).toBe(START_MS)
  expect(feed.revision()).toBe(before + 1)
})
