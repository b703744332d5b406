import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { COINS } from "@/lib/domain/market/coin"
import { verifyChain } from "@/lib/domain/track-record/chain"
import { publish } from "@/lib/domain/track-record/export-record"
import { DECISION_SPACING_MS, isLive, lastDecisionTime } from "@/lib/domain/track-record/sealed-signal"
import { createSeriesFeed } from "@/lib/feeds/series-feed"
import { enterCatalogueWorld } from "@/lib/testing/catalogue-world"
import { testSha256 } from "@/lib/testing/sealed-store"
import { previousDirection, recordsOf, writeRecord } from "./record"
import { runtime } from "./runtime"

/** Seven minutes after a close. */
const NOW_MS = Date.UTC(2026, 10, 20, 16, 7)
const DAY_MS = 86_400_000

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }))
afterAll(() => void vi.useRealTimers())

describe("a service that starts for the first time", () => {
  beforeAll(async () => {
    await enterCatalogueWorld(NOW_MS)
    await writeRecord(await keeping(), NOW_MS)
  }, 60_000)

  test("has two months of replayed calls, marked as such, and one live call per coin", async () => {
    const list = await chain()
    const live = list.filter(({ facts }) => isLive(facts))
    expect(live.map(({ facts }) => facts.id)).toEqual(COINS.map((coin) => `${coin}-2026-11-20T16:00:00.000Z`))
    expect(list.length - live.length).toBe((60 * 6 - 1) * COINS.length)
    const published = list.map((record) => publish(record, NOW_MS))
    expect(verifyChain(published, testSha256)).toMatchObject({ valid: true })
  })

  test("knows the outcome of every replayed call whose horizon has passed", async () => {
    const { settlements } = recordsOf((await runtime()).store)
    const known = new Set((await settlements.list()).map(({ id, horizon }) => `${id} ${horizon}`))
    const due = (await chain()).filter(({ facts }) => facts.decisionTimeMs + DAY_MS <= NOW_MS)
    expect(due.every(({ facts }) => known.has(`${facts.id} 24h`))).toBe(true)
  })

  test("writes nothing twice and replays nothing again", async () => {
    const before = (await chain()).length
    await writeRecord(await keeping(), NOW_MS + 30_000)
    expect(await chain()).toHaveLength(before)
  })

  test("gives live answers the class of the close before, not of the current one", async () => {
    const { store } = await runtime()
    const closeMs = lastDecisionTime(NOW_MS) - DECISION_SPACING_MS
    for (const coin of COINS) {
      const before = (await chain()).find(({ facts }) => facts.coin === coin && facts.decisionTimeMs === closeMs)
      expect(await previousDirection(store, coin, NOW_MS)).toBe(before?.facts.direction)
    }
  })
})

async function keeping() {
  const { store, candles, feeds } = await runtime()
  return { store, candles, series: createSeriesFeed(feeds), log: { info: () => undefined, error: () => undefined } }
}

async function chain() {
  return recordsOf((await runtime()).store).sealed.list()
}
