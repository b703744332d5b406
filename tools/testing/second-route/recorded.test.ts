import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { z } from "zod"
import type { Candle, Interval } from "@/lib/domain/market/candle"
import type { CandleFeed } from "@/lib/domain/market/candle-feed"
import { NO_INPUTS } from "@/lib/domain/signals/market-inputs"
import { foldCandles } from "@/tools/testing/engine/signal-market"
import { getContext } from "@/lib/endpoints/context/answer"
import { getMarketOverview } from "@/lib/endpoints/market-overview/answer"
import { getRegime } from "@/lib/endpoints/regime/answer"
import { getRisk } from "@/lib/endpoints/risk/answer"
import { readInputs } from "@/lib/usecases/read-market"
import { expectContext, expectOverview, expectRegime, expectRisk } from "./expect-answers"
import { recordedOf } from "./market"

const [HOUR, DAY] = [3_600_000, 86_400_000]

const Row = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()])
const Point = z.tuple([z.number(), z.number()])
const Market = z.object({
  endMs: z.number(),
  hours: z.array(Row),
  days: z.array(Row),
  fearGreed: z.array(Point),
  vix: z.array(Point),
  funding: z.array(Point),
})

/** The bitcoin market as it was recorded up to 2025-03-14 12:00 UTC. */
const market = Market.parse(JSON.parse(readFileSync("tools/testing/second-route/fixtures/btc-2025-03.json", "utf8")))
const nowMs = market.endMs + 40 * 60_000
const price = 83_000

const candlesOf = (rows: readonly z.output<typeof Row>[], spanMs: number) =>
  rows.map(([at, highUsd, lowUsd, closeUsd, volumeBase]): Candle => {
    return {
      openTimeMs: at * spanMs,
      openUsd: closeUsd,
      highUsd,
      lowUsd,
      closeUsd,
      volumeBase,
      takerBuyVolumeBase: null,
    }
  })

function sourced<T>(value: T) {
  return { value, asOfMs: nowMs - 60_000, fetchedAtMs: nowMs, source: "recorded" }
}

const hours = candlesOf(market.hours, HOUR)
const days = candlesOf(market.days, DAY)
const held: Readonly<Record<Interval, readonly Candle[]>> = { "1h": hours, "4h": foldCandles(hours, "4h"), "1d": days }
const candles: CandleFeed = {
  candles: (_, interval) => Promise.resolve(sourced(held[interval])),
  price: () => Promise.resolve({ ...sourced(price), isDisputed: false }),
}
const fearGreed = sourced(market.fearGreed.map(([day, index]) => ({ atMs: day * DAY, index })))
const series = {
  ...NO_INPUTS,
  fearGreed,
  vix: sourced(market.vix.map(([day, value]) => ({ atMs: day * DAY, value }))),
  funding: sourced(market.funding.map(([hour, fundingPctPer8h]) => ({ atMs: hour * HOUR, fundingPctPer8h }))),
}
const deps = { candles, series: { read: () => Promise.resolve(series) }, mode: "sandbox" as const, nowMs }
const none = { read: () => Promise.resolve(null) }

test("every number of context, risk, regime and overview is recomputed from a recorded market", async () => {
  const recorded = recordedOf(await readInputs("BTC", deps), { nowMs, price })
  const shown = { ...recorded, days: recorded.days.slice(-365) }
  const compared = expectContext(await getContext({ coin: "BTC" }, deps), shown)
  expect(compared).toEqual(expect.arrayContaining(["macd_hist", "sma_200", "vix", "funding_rate", "support"]))
  expectRisk(await getRisk({ coin: "BTC", capital: 10_000, risk_pct: 0.5 }, deps), shown, 10_000)
  const market = {
    ...deps,
    fearGreed: { read: () => Promise.resolve(fearGreed) },
    etfFlows: none,
    dominance: none,
    calendar: none,
  }
  expectRegime(await getRegime({}, market), recorded, recorded.days)
  expectOverview(await getMarketOverview({}, market), recorded, "BTC")
})
