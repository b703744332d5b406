import { indicators } from "@/lib/domain/signals/registry"
import { describe, expect, test } from "vitest"
import { COINS } from "@/lib/domain/market/coin"
import { knownSeries, NO_INPUTS } from "@/lib/domain/signals/market-inputs"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { createBinanceSource } from "@/lib/market/sources/binance/client"
import { createHyperliquidSource } from "@/lib/market/sources/hyperliquid/client"
import { createKrakenSource } from "@/lib/market/sources/kraken/client"
import { createSandboxFeedPorts } from "@/tools/testing/feeds/sandbox"
import { getSignal } from "@/lib/endpoints/signal/answer"
import { candleProviders } from "./candle-providers"
import { permitted } from "./feed-ports"
import { createCandleFeed } from "./candle-feed"
import { createDerivativeFeeds } from "./derivative-feeds"
import { createEtfFeeds } from "./etf-feeds"
import type { FeedPorts } from "./feed-ports"
import { createMarketFeeds } from "./market-feeds"
import { createSeriesFeed } from "./series-feed"
import { createSqlValueStore } from "./sql-value-store"

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

// Each test reads every provider, which takes long on a busy machine.
describe("the series of the indicators on the simulated market", { timeout: 60_000 }, () => {
  test.each(COINS)("every indicator votes on %s, and every source is named", async (coin) => {
    const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS })
    const answer = await getSignal({ coin }, open(ports).deps())
    expect(answer.meta.abstaining).toEqual([])
    expect(answer.votes.total).toBe(indicators.length)
    expect(answer.meta.degraded).toEqual([])
    expect(answer.meta.sources.map(({ name }) => name)).toEqual(
      [
        "alternative.me",
        "binance",
        "binance-futures",
        "bybit",
        "cboe",
        "coinbase/kraken",
        "defillama",
        "farside",
        "fred",
        "kraken-futures",
        "okx",
        "us-treasury",
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
  ])("with %s only indicators without a fallback abstain", async (faults, names) => {
    expect(await abstaining(faults)).toEqual(names)
  })

  test("when every derivatives venue is down, their indicators abstain", async () => {
    const down = "okx=down,hyperliquid=down,binance-futures=down,bybit=down,kraken-futures=down"
    expect(await abstaining(down)).toEqual([
      "sentiment.funding_rate",
      "sentiment.open_interest_chg_24h",
      "sentiment.long_short_ratio",
    ])
  })

  test("the strict profile reads no provider whose terms forbid it", async () => {
    const names = await abstaining("", "strict")
    expect(names).toEqual(
      expect.arrayContaining(["sentiment.coinbase_premium", "macro.etf_flow_1d_m", "macro.vix", "macro.spx_chg_20d"]),
    )
    const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS })
    const { feeds } = open({ ...ports, profile: "strict" })
    const read = [await feeds.funding.read("BTC"), await feeds.dxy.read(), await feeds.us10y.read()]
    expect(read.map((held) => held?.source)).toEqual(["hyperliquid, kraken-futures", "fred", "us-treasury"])
    for (const feed of [feeds.vix, feeds.spx, feeds.stablecoins]) expect(feed.status().isDisabled).toBe(true)
  })

  test("open interest that is read every 20 minutes is kept hourly for three days and daily before, and votes", async () => {
    const { ports, time } = await createSandboxFeedPorts({ nowMs: NOW_MS })
    const { feeds, deps } = open({ ...ports, profile: "strict" })
    for (let readings = 0; readings < 4 * 24 * 3; readings++) {
      await feeds.openInterest.refreshIfDue()
      time.advance(HOUR_MS / 3)
    }
    const held = (await feeds.openInterest.read("BTC"))?.value ?? []
    const points = held.filter(({ venue }) => venue === "hyperliquid")
    expect(points.length).toBeGreaterThan(70)
    expect(points.length).toBeLessThanOrEqual(73 + 2)
    expect(new Set(points.map(({ atMs }) => Math.floor(atMs / HOUR_MS))).size).toBe(points.length)
    const { meta } = await getSignal({ coin: "BTC" }, deps())
    expect(meta.abstaining.map(({ indicator }) => indicator)).not.toContain("sentiment.open_interest_chg_24h")
  })

  test("a strict deployment without Hyperliquid sells candles, funding, positions and flow of Kraken Futures", async () => {
    const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS, faults: "hyperliquid=down" })
    const strict = { ...ports, profile: "strict" } as const
    const { feeds, series } = open(strict)
    const { funding, openInterest, longShort, takerFlow } = feeds
    for (const feed of [funding, openInterest, longShort, takerFlow]) {
      expect((await feed.read("BTC"))?.source).toBe("kraken-futures")
    }
    const sources = permitted(strict, candleProviders(ports))
    const candles = createCandleFeed({ sources, clock: ports.clock })
    expect((await candles.candles("BTC", "1h"))?.source).toBe("kraken-futures")
    const answer = await getSignal({ coin: "BTC" }, { candles, series, mode: "sandbox", nowMs: ports.clock() })
    expect(answer.votes.total).toBeGreaterThanOrEqual(15)
  })

  test("a strict deployment sells from its first hour, at any time of day", async () => {
    for (const hour of [0, 3, 12, 17]) {
      const { ports } = await createSandboxFeedPorts({ nowMs: Date.UTC(2026, 10, 20, hour, 7) })
      const { series } = open({ ...ports, profile: "strict" })
      const sources = [createKrakenSource(ports), createHyperliquidSource(ports)]
      const candles = createCandleFeed({ sources, clock: ports.clock })
      const answer = await getSignal({ coin: "BTC" }, { candles, series, mode: "sandbox", nowMs: ports.clock() })
      expect(answer.votes.total).toBeGreaterThanOrEqual(15)
    }
  })

  test("a restart loads the stored values with their age", async () => {
    const { ports, time, faults } = await createSandboxFeedPorts({ nowMs: NOW_MS })
    const before = await open(ports).feeds.vix.read()
    for (const name of ["cboe", "fred", "yahoo"] as const) faults.set(name, { kind: "down" })
    time.advance(HOUR_MS)
    const after = await open(ports).feeds.vix.read()
    expect(after).toEqual(before)
    time.advance(8 * DAY_MS)
    expect(await open(ports).feeds.vix.read()).toBeNull()
  })

  test.each([
    ["vix", "cboe"],
    ["dxy", "yahoo"],
  ] as const)("one failed read of the %s by %s changes neither its provider nor its day", async (name, source) => {
    const { ports, time, faults } = await createSandboxFeedPorts({ nowMs: NOW_MS })
    const { feeds } = open(ports)
    const before = await feeds[name].read()
    expect(before?.source).toBe(source)
    faults.set(source, { kind: "down" })
    time.advance(HOUR_MS)
    await feeds[name].refreshIfDue()
    expect(await feeds[name].read()).toBe(before)
    expect(feeds[name].status().lastError).toMatchObject({ source, kind: "network" })
  })

  test.each(["dxy", "spx", "vix"] as const)(
    "a %s value of a running session is not used as the day's close",
    async (name) => {
      const { ports, time, faults } = await createSandboxFeedPorts({ nowMs: NOW_MS })
      for (const source of ["cboe", "fred"] as const) faults.set(source, { kind: "down" })
      const { feeds } = open(ports)
      expect((await feeds[name].read())?.source).toBe("yahoo")
      faults.set("yahoo", { kind: "down" })
      // The next decision, after the day's end, without a newer answer of Yahoo.
      time.set(Date.UTC(2026, 10, 21))
      await feeds[name].refreshIfDue()
      const inputs = { ...NO_INPUTS, [name]: await feeds[name].read() }
      const known = knownSeries(inputs, time.clock())[name]
      expect(known.at(-1)?.atMs).toBe(Date.UTC(2026, 10, 19))
    },
  )

  test("after a day without the Treasury its ten-year yield is used again", async () => {
    const { ports, time, faults } = await createSandboxFeedPorts({ nowMs: NOW_MS })
    const { us10y } = open(ports).market
    const sourceAfter = async (hours: number) => {
      for (let passed = 0; passed < hours; passed += 2) {
        time.advance(2 * HOUR_MS)
        await us10y.refreshIfDue()
      }
      return (await us10y.read())?.source
    }
    expect(await sourceAfter(2)).toBe("us-treasury")
    faults.set("us-treasury", { kind: "down" })
    expect(await sourceAfter(50)).toBe("fred")
    faults.delete("us-treasury")
    expect(await sourceAfter(5 * 24)).toBe("us-treasury")
    expect(us10y.status().lastError).toBeNull()
  })

  test("taker flow stored in contracts by an earlier version is not mixed with flow in coins", async () => {
    const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS })
    const contracts = [{ atMs: NOW_MS - 20 * DAY_MS, takerBuyBase: 100, takerSellBase: 100 }]
    const stored = { value: contracts, source: "okx", asOfMs: NOW_MS - 20 * DAY_MS, fetchedAtMs: NOW_MS - HOUR_MS }
    await createSqlValueStore<unknown>(ports.store, "takerFlow.BTC", (json) => json).save(stored)
    const { takerFlow } = open(ports).feeds
    await takerFlow.refreshIfDue()
    const points = (await takerFlow.read("BTC"))?.value ?? []
    expect(points.length).toBeGreaterThan(90)
    expect(points[0]?.atMs).toBeGreaterThan(NOW_MS - 5 * DAY_MS)
  })

  test("the label of fear & greed is stored, and stored values without a label are read", async () => {
    const { ports, faults, time } = await createSandboxFeedPorts({ nowMs: NOW_MS })
    const newest = async () => (await open(ports).market.fearGreed.read())?.value.at(-1)
    const read = await newest()
    expect(read?.label).toBe("Fear")
    faults.set("alternative-me", { kind: "down" })
    time.advance(HOUR_MS)
    expect(await newest()).toEqual(read)
    const older = [{ atMs: NOW_MS - HOUR_MS, index: 25 }]
    const stored = { value: older, source: "alternative.me", asOfMs: NOW_MS, fetchedAtMs: NOW_MS + HOUR_MS }
    await createSqlValueStore<unknown>(ports.store, "fearGreed", (json) => json).save(stored)
    expect(await newest()).toEqual(older[0])
  })

  test("the Coinbase premium is extended from its end without a gap", async () => {
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
