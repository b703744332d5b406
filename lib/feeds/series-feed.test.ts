import { describe, expect, test } from "vitest"
import { COINS } from "@/lib/domain/market/coin"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { createBinanceSource } from "@/lib/sources/binance/client"
import { createHyperliquidSource } from "@/lib/sources/hyperliquid/client"
import { createKrakenSource } from "@/lib/sources/kraken/client"
import { createSandboxFeedPorts } from "@/lib/testing/feed-sandbox"
import { getSignal } from "@/lib/usecases/get-signal"
import { createCandleFeed } from "./candle-feed"
import { createDerivativeFeeds } from "./derivative-feeds"
import { createEtfFeeds } from "./etf-feeds"
import type { FeedPorts } from "./feed-ports"
import { createMarketFeeds } from "./market-feeds"
import { createSeriesFeed } from "./series-feed"

/** A Friday on which every market was open, an hour after a 4h close. */
const NOW_MS = Date.UTC(2026, 10, 20, 17, 7)

function open(ports: FeedPorts) {
  const market = createMarketFeeds(ports)
  const feeds = { ...market, ...createDerivativeFeeds(ports), ...createEtfFeeds(ports) }
  const candles = createCandleFeed({ sources: [createBinanceSource(ports)], clock: ports.clock })
  const series = createSeriesFeed(feeds)
  return { market, feeds, series, deps: () => ({ candles, series, mode: "sandbox" as const, nowMs: ports.clock() }) }
}

async function abstaining(faults: string, profile: FeedPorts["profile"] = "open") {
  const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS, faults })
  const { meta } = await getSignal({ coin: "BTC" }, open({ ...ports, profile }).deps())
  return meta.abstaining.map(({ indicator }) => indicator)
}

describe("the series that votes rest on, on the simulated market", () => {
  test.each(COINS)("all 25 indicators vote on %s, and every source is named", async (coin) => {
    const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS })
    const answer = await getSignal({ coin }, open(ports).deps())
    expect(answer.meta.abstaining).toEqual([])
    expect(answer.votes.total).toBe(25)
    expect(answer.meta.degraded).toEqual([])
    expect(answer.meta.sources.map(({ name }) => name)).toEqual(
      [
        "alternative.me",
        "binance",
        "cboe",
        "coinbase/kraken",
        "defillama",
        "farside",
        "fred",
        "okx",
        "yahoo",
      ].toSorted(),
    )
  })

  test.each([
    ["alternative-me=down", ["sentiment.fear_greed"]],
    ["defillama=500", ["macro.stablecoin_chg_7d_b"]],
    ["farside=html", ["macro.etf_flow_1d_m"]],
    ["coinbase=429", ["sentiment.coinbase_premium"]],
    ["cboe=truncated", []],
    // FRED's dollar index of a week is out on the Monday after it: on a Friday it is too old.
    ["yahoo=451", ["macro.dxy_chg_20d"]],
    ["okx=down", []],
  ])("with %s only what nobody else knows abstains, by name", async (faults, names) => {
    expect(await abstaining(faults)).toEqual(names)
  })

  test("where every venue of contracts is down, what they tell abstains", async () => {
    const down = "okx=down,hyperliquid=down,binance-futures=down,bybit=down"
    expect(await abstaining(down)).toEqual([
      "sentiment.funding_rate",
      "sentiment.open_interest_chg_24h",
      "sentiment.long_short_ratio",
    ])
  })

  test("the strict profile reads nobody whose terms forbid it", async () => {
    const names = await abstaining("", "strict")
    expect(names).toEqual(
      expect.arrayContaining(["sentiment.long_short_ratio", "sentiment.coinbase_premium", "macro.etf_flow_1d_m"]),
    )
    const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS })
    const { feeds } = open({ ...ports, profile: "strict" })
    const read = [await feeds.funding.read("BTC"), await feeds.dxy.read(), await feeds.us10y.read()]
    expect(read.map((held) => held?.source)).toEqual(["hyperliquid", "fred", "fred"])
    expect(feeds.longShort.status().isOff).toBe(true)
  })

  test("a strict deployment can sell from its first hour, whatever the hour", async () => {
    for (const hour of [0, 3, 12, 17]) {
      const { ports } = await createSandboxFeedPorts({ nowMs: Date.UTC(2026, 10, 20, hour, 7) })
      const { series } = open({ ...ports, profile: "strict" })
      const sources = [createKrakenSource(ports), createHyperliquidSource(ports)]
      const candles = createCandleFeed({ sources, clock: ports.clock })
      const answer = await getSignal({ coin: "BTC" }, { candles, series, mode: "sandbox", nowMs: ports.clock() })
      expect(answer.votes.total).toBeGreaterThanOrEqual(15)
    }
  })

  test("a restart begins with what was known, and says how old it is", async () => {
    const { ports, time, faults } = await createSandboxFeedPorts({ nowMs: NOW_MS })
    const before = await open(ports).feeds.vix.read()
    for (const name of ["cboe", "fred", "yahoo"] as const) faults.set(name, { kind: "down" })
    time.advance(HOUR_MS)
    const after = await open(ports).feeds.vix.read()
    expect(after).toEqual(before)
    time.advance(8 * DAY_MS)
    expect(await open(ports).feeds.vix.read()).toBeNull()
  })

  test("the premium is read anew where it ended, and joined", async () => {
    const { ports, time } = await createSandboxFeedPorts({ nowMs: NOW_MS })
    const { feeds } = open(ports)
    const first = (await feeds.coinbasePremium.read("ETH"))?.value ?? []
    time.advance(3 * HOUR_MS)
    await feeds.coinbasePremium.refreshIfDue()
    const second = (await feeds.coinbasePremium.read("ETH"))?.value ?? []
    expect(second.length).toBe(first.length + 3)
    expect(second.slice(0, first.length)).toEqual(first)
    const steps = second.slice(1).map(({ atMs }, index) => atMs - (second[index]?.atMs ?? 0))
    expect(new Set(steps)).toEqual(new Set([HOUR_MS]))
  })
})
