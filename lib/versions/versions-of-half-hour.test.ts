import { beforeAll, expect, test, vi } from "vitest"
import type { PaidContract } from "@/lib/api/contract"
import { answerContracts, versionKeysOf } from "@/lib/endpoints"
import { managedFeeds } from "@/lib/market/feeds/all-feeds"
import { createSeriesFeed } from "@/lib/market/feeds/series-feed"
import { recordsOf } from "@/lib/record/records"
import { writeRecord } from "@/lib/record/sealing-job"
import { answerOf } from "@/lib/server/runtime/answers"
import { runtime } from "@/lib/server/runtime/runtime"
import { versionsAnswer } from "@/lib/server/runtime/versions"
import { type CatalogueHarness, openCatalogueHarness } from "@/tools/testing/catalogue/catalogue-harness"

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** A fresh start two minutes after a 4h close; the call of that close is sealed a minute later. */
const START_MS = Date.UTC(2026, 10, 20, 16, 2)
const MINUTES = [0, 1, 2, 6, 10, 20, 30]
const SEALED_AT = 1

/** Figures of the moment, times, and what says where the data are from: no decision. */
const LIVE = /^(?:now|price|price_moved_pct|timestamp|meta|age_s|age_h|hours_until|.*as_of|checked|next_refresh_at)$/

let harness: CatalogueHarness

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  harness = await openCatalogueHarness(START_MS)
}, 60_000)

const contracts: readonly PaidContract[] = answerContracts
const resources = contracts
  .filter(({ freshness }) => freshness.changesWith !== "price")
  .flatMap((contract) => versionKeysOf(contract).map(({ key, params }) => ({ contract, key, params })))

test("over half an hour, also when the call is sealed, a version is new only with another decision", async () => {
  const held = new Map<string, { readonly version: number; readonly decision: string }>()
  const changes: Record<string, number> = {}
  for (const minute of MINUTES) {
    vi.setSystemTime(START_MS + minute * MINUTE_MS)
    await Promise.all([
      harness.candles.refreshDue(),
      ...managedFeeds(harness.feeds).map(([, feed]) => feed.refreshIfDue()),
    ])
    const { store } = await runtime()
    const { candles, feeds } = harness
    const log = { info: () => undefined, warn: () => undefined, error: (facts: unknown) => expect(facts).toBeNull() }
    if (minute >= SEALED_AT) {
      await writeRecord({ store, candles, series: createSeriesFeed(feeds), log, replayMs: 4 * HOUR_MS }, Date.now)
    }
    const { versions } = await versionsAnswer()
    for (const { contract, key, params } of resources) {
      const [path = "", query] = key.split("?")
      const segments = path === contract.path ? {} : params
      const answer = await answerOf(contract as never, { segments, search: new URLSearchParams(query) })
      const decision = JSON.stringify(answer, (name, value: unknown) => (LIVE.test(name) ? undefined : value))
      const version = versions[key]?.version ?? 0
      const before = held.get(key)
      if (before !== undefined && before.version !== version) {
        changes[key] = (changes[key] ?? 0) + 1
        expect(decision, `${key} after ${minute} minutes`).not.toBe(before.decision)
      }
      held.set(key, { version, decision })
    }
  }
  expect(await recordsOf((await runtime()).store).sealed.list(), "the call of each coin is sealed").toHaveLength(3)
  for (const coin of ["BTC", "ETH", "SOL"]) {
    expect([changes[`/signal/${coin}`], changes[`/risk/${coin}`]], `${coin}: one close, one decision`).toEqual([
      undefined,
      undefined,
    ])
  }
}, 240_000)
