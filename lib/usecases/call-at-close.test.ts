import { describe, expect, test } from "vitest"
import { intervalMs } from "@/lib/domain/market/candle"
import type { CandleFeed } from "@/lib/domain/market/candle-feed"
import { canonicalJson } from "@/lib/domain/track-record/canonical-json"
import { testSha256 } from "@/tools/testing/record/sealed-store"
import { waveMarket, failingSeries } from "@/tools/testing/engine/signal-market"
import { callAtClose } from "./call-at-close"

const HOUR_MS = intervalMs["1h"]
const market = waveMarket({ driftPerDay: 0.002 })
const closes = Array.from({ length: 18 }, (_, i) => market.nowMs - (i + 1) * intervalMs["4h"])
const question = (decisionTimeMs: number) => ({ coin: "BTC" as const, decisionTimeMs, previousDirection: null })

/** Candles as they were known at `nowMs`; of one interval the newest may be missing. */
function feedAt(nowMs: number, missing: "1h" | "4h" | "1d" | null = null): CandleFeed {
  const byInterval = { "1h": market.hours, "4h": market.fourHours, "1d": market.days }
  return {
    async candles(_, interval) {
      const known = byInterval[interval].filter(({ openTimeMs }) => openTimeMs + intervalMs[interval] <= nowMs)
      const value = interval === missing ? known.slice(0, -1) : known
      return { value, asOfMs: nowMs, fetchedAtMs: nowMs, source: "binance" }
    },
    price: () => Promise.resolve(null),
  }
}

const callAt = (decisionTimeMs: number, candles: CandleFeed) =>
  callAtClose(question(decisionTimeMs), { candles, series: failingSeries }, testSha256)

test("a call that was sealed in time is replayed to the same bytes from later inputs", async () => {
  for (const timeMs of closes) {
    const onTime = await callAt(timeMs, feedAt(timeMs))
    expect(onTime).not.toBeNull()
    const replayed = await callAt(timeMs, feedAt(market.nowMs))
    expect(canonicalJson(replayed?.content)).toBe(canonicalJson(onTime?.content))
  }
})

test("the price of a call is the close of the candle that ends with the decision", async () => {
  const [timeMs = 0] = closes
  const last = market.hours.find(({ openTimeMs }) => openTimeMs + HOUR_MS === timeMs)
  expect((await callAt(timeMs, feedAt(market.nowMs)))?.content.priceUsd).toBe(last?.closeUsd)
})

describe("a call waits for the candles of its close", () => {
  test.each(["1h", "4h", "1d"] as const)("returns null without the last %s candle", async (interval) => {
    const [timeMs = 0] = closes
    expect(await callAt(timeMs, feedAt(timeMs, interval))).toBeNull()
  })

  test("returns null without any candles", async () => {
    const silent = { candles: () => Promise.resolve(null), price: () => Promise.resolve(null) }
    expect(await callAt(market.nowMs, silent)).toBeNull()
  })
})
