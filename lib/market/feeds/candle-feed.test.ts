import fc from "fast-check"
import { agreedPrice } from "@/lib/domain/market/candle-feed"
import { expect, test } from "vitest"
import { type Interval, INTERVALS, intervalMs, isClosed } from "@/lib/domain/market/candle"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import { createBinanceSource } from "@/lib/market/sources/binance/client"
import { createBybitSource } from "@/lib/market/sources/bybit/client"
import { createCoinbaseSource } from "@/lib/market/sources/coinbase/client"
import { createHyperliquidSource } from "@/lib/market/sources/hyperliquid/client"
import { createKrakenSource } from "@/lib/market/sources/kraken/client"
import { createOkxSource } from "@/lib/market/sources/okx/spot-client"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { createMemoryCandleStore } from "@/tools/testing/feeds/candle-store"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { createFakeSource } from "@/tools/testing/feeds/fake-source"
import { createFakeTime, settled } from "@/tools/testing/feeds/fake-time"
import { anyAnswer } from "@/tools/testing/feeds/malformed"
import { type CandleFeedOptions, createCandleFeed } from "./candle-feed"
import { windowCandles } from "./candle-series"
import type { CandleStore } from "./candle-store"
import { createSqlCandleStore } from "./sql-candle-store"
import { createSqlValueStore } from "./sql-value-store"

const HOUR = intervalMs["1h"]
const NOON = Date.UTC(2026, 10, 20, 12)

function setUp(store?: CandleStore) {
  const time = createFakeTime(NOON + 60_000)
  const first = createFakeSource("first", time.clock, 100)
  const second = createFakeSource("second", time.clock, 100.5)
  const feed = createCandleFeed({ sources: [first, second], clock: time.clock, ...(store && { store }) })
  return { time, first, second, feed }
}

function isHourOfBitcoin({ coin, interval }: { readonly coin: Coin; readonly interval: Interval }): boolean {
  return coin === "BTC" && interval === "1h"
}

test.each(INTERVALS)("the first read of %s waits and returns the whole window of closed candles", async (interval) => {
  const { feed, time } = setUp()
  const series = await feed.candles("BTC", interval)
  expect(series?.value).toHaveLength(windowCandles[interval])
  expect(series?.source).toBe("first")
  const last = series?.value.at(-1)
  expect(last && isClosed(last, interval, time.clock())).toBe(true)
  expect(series?.asOfMs).toBe(last && last.openTimeMs + intervalMs[interval])
})

test("reads ask no provider until ten seconds after the next close", async () => {
  const { feed, time, first } = setUp()
  await feed.candles("BTC", "1h")
  time.set(NOON + HOUR + 9999)
  await feed.candles("BTC", "1h")
  await settled()
  expect(first.candleCalls).toHaveLength(1)
})

test("ten seconds after a close only the missing candle is fetched, and no read waits for it", async () => {
  const { feed, time, first } = setUp()
  const before = await feed.candles("BTC", "1h")
  time.set(NOON + HOUR + 10_000)
  const refreshed = feed.refreshDue()
  expect(await feed.candles("BTC", "1h")).toBe(before)
  await refreshed
  const after = await feed.candles("BTC", "1h")
  expect(first.candleCalls.findLast(isHourOfBitcoin)).toMatchObject({ fromMs: NOON, toMs: NOON + 2 * HOUR })
  expect(after?.value.at(-1)?.openTimeMs).toBe(NOON)
  expect(after?.value).toHaveLength(windowCandles["1h"])
})

test("a candle that is not listed yet is requested again ten seconds later", async () => {
  const { feed, time, first } = setUp()
  await feed.candles("BTC", "1h")
  first.listedUntilMs = NOON
  for (const lateMs of [10_000, 15_000, 20_000]) {
    time.set(NOON + HOUR + lateMs)
    await feed.refreshDue()
  }
  expect(first.candleCalls.filter(isHourOfBitcoin)).toHaveLength(3)
})

test("the last candle of a provider that is behind is not kept, because it may still be running", async () => {
  const { time, first, second } = setUp()
  let isBehind = true
  const feed = createCandleFeed({
    clock: time.clock,
    sources: [
      {
        ...first,
        async candles(coin, interval, range) {
          const page = await first.candles(coin, interval, range)
          const last = page.candles.at(-1)
          if (!isBehind || last === undefined) return page
          // The newest candle as it was half an hour ago, while it was running.
          const running = { ...last, closeUsd: last.openUsd + 0.1 }
          return { ...page, candles: [...page.candles.slice(0, -1), running], newestOpenMs: last.openTimeMs }
        },
      },
    ],
  })
  expect((await feed.candles("BTC", "1h"))?.asOfMs, "all but the last").toBe(NOON - HOUR)
  isBehind = false
  time.advance(10_000)
  await feed.refreshDue()
  const { candles } = await second.candles("BTC", "1h", { fromMs: NOON - HOUR, toMs: NOON })
  const newest = (await feed.candles("BTC", "1h"))?.value.at(-1)
  expect(newest).toEqual({ ...candles[0], openUsd: 100, highUsd: 100, lowUsd: 100, closeUsd: 100 })
})

test("when a provider lists no new candle, the next provider's is used two minutes after the close", async () => {
  const { feed, time, first } = setUp()
  await feed.candles("BTC", "1h")
  first.listedUntilMs = NOON + HOUR / 2
  const newest = async () => {
    await feed.refreshDue()
    const series = await feed.candles("BTC", "1h")
    return [series?.source, (series?.asOfMs ?? 0) - NOON]
  }
  time.set(NOON + HOUR + 10_000)
  expect(await newest(), "a little late").toEqual(["first", 0])
  time.set(NOON + HOUR + 2 * 60_000)
  expect(await newest(), "too late").toEqual(["second", HOUR])
  first.listedUntilMs = Number.POSITIVE_INFINITY
  time.set(NOON + 2 * HOUR + 10_000)
  expect(await newest(), "trading again").toEqual(["first", 2 * HOUR])
})

test("while no provider lists a candle, the stored candles stay and only new candles are requested", async () => {
  const { feed, time, first, second } = setUp()
  await feed.candles("BTC", "1h")
  first.listedUntilMs = NOON + 1
  second.listedUntilMs = NOON + 1
  for (let lateMs = 10_000; lateMs <= 10 * 60_000; lateMs += 10_000) {
    time.set(NOON + HOUR + lateMs)
    await feed.refreshDue()
  }
  expect((await feed.candles("BTC", "1h"))?.asOfMs).toBe(NOON)
  const whole = [...first.candleCalls, ...second.candleCalls].filter(
    (call) => isHourOfBitcoin(call) && call.toMs - call.fromMs > 24 * HOUR,
  )
  expect(whole, "each provider's window once").toHaveLength(2)
})

test("concurrent reads share one refresh", async () => {
  const { feed, first } = setUp()
  const reads = await Promise.all([1, 2, 3].map(() => feed.candles("ETH", "4h")))
  expect(first.candleCalls).toHaveLength(1)
  expect(new Set(reads).size).toBe(1)
})

test("when a provider fails the next one serves, and a series never mixes two providers", async () => {
  const { feed, time, first } = setUp()
  await feed.candles("BTC", "1h")
  first.isDown = true
  time.set(NOON + HOUR + 10_000)
  await feed.refreshDue()
  const second = await feed.candles("BTC", "1h")
  expect(second?.source).toBe("second")
  expect(new Set(second?.value.map((candle) => candle.closeUsd))).toEqual(new Set([100.5]))
  expect(second?.value).toHaveLength(windowCandles["1h"])
  expect(feed.status().series.find((each) => each.coin === "BTC" && each.kind === "1h")?.lastError).toMatchObject({
    source: "first",
    kind: "network",
  })

  first.isDown = false
  time.set(NOON + 2 * HOUR + 10_000)
  await feed.refreshDue()
  const back = await feed.candles("BTC", "1h")
  expect(back?.source).toBe("first")
  expect(new Set(back?.value.map((candle) => candle.closeUsd))).toEqual(new Set([100]))
})

test("a provider with too few 1h candles is not asked for them and is not reported as failed", async () => {
  const { time, first, second } = setUp()
  first.maxCandles = 720
  const shallow = createCandleFeed({ sources: [first, second], clock: time.clock })
  await shallow.refreshDue()
  expect(first.candleCalls.some(({ interval }) => interval === "1h")).toBe(false)
  const { series } = shallow.status()
  expect(series.filter(({ kind }) => kind === "1h").map(({ source }) => source)).toEqual(["second", "second", "second"])
  expect(series.filter(({ kind }) => kind === "1d").map(({ source }) => source)).toEqual(["first", "first", "first"])
  expect(series.map(({ lastError }) => lastError)).toEqual(series.map(() => null))
})

test("a provider whose newest candle is too old is skipped as stale", async () => {
  const { feed, first } = setUp()
  first.listedUntilMs = NOON - 3 * HOUR
  expect((await feed.candles("BTC", "1h"))?.source).toBe("second")
  expect(feed.status().series.find((each) => each.kind === "1h" && each.coin === "BTC")?.lastError?.kind).toBe("stale")
})

test.each([
  ["1h", 2 * HOUR],
  ["4h", 8 * HOUR],
  ["1d", 30 * HOUR],
] as const)(
  "while all providers fail, %s candles are served up to their maximum age and no longer",
  async (interval, maxAgeMs) => {
    const { feed, time, first, second } = setUp()
    const held = await feed.candles("BTC", interval)
    first.isDown = true
    second.isDown = true
    const asOfMs = held?.asOfMs ?? 0
    time.set(asOfMs + maxAgeMs)
    expect(await feed.candles("BTC", interval)).toBe(held)
    await settled()
    time.set(asOfMs + maxAgeMs + 1)
    expect(await feed.candles("BTC", interval)).toBeNull()
  },
)

test("a provider that hangs delays no read while the held series is fresh", async () => {
  const { feed, time, first } = setUp()
  const held = await feed.candles("BTC", "1h")
  first.held = new Promise(() => undefined)
  time.set(NOON + HOUR + 10_000)
  void feed.refreshDue()
  expect(await feed.candles("BTC", "1h")).toBe(held)
  expect(await feed.candles("BTC", "1h")).toBe(held)
})

test("a stored series is served at once and extended from its end", async () => {
  const store = createMemoryCandleStore()
  const earlier = setUp(store)
  await earlier.feed.candles("BTC", "1h")
  expect(store.series.get("BTC 1h")?.value).toHaveLength(windowCandles["1h"])

  const { feed, time, first } = setUp(store)
  time.set(NOON + HOUR + 60_000)
  expect((await feed.candles("BTC", "1h"))?.asOfMs).toBe(NOON)
  await feed.refreshDue()
  const missing = { coin: "BTC", interval: "1h", fromMs: NOON, toMs: NOON + 2 * HOUR }
  expect(first.candleCalls.filter(isHourOfBitcoin)).toEqual([missing])
  expect((await feed.candles("BTC", "1h"))?.asOfMs).toBe(NOON + HOUR)
})

test("a provider with a short history continues the series of one that is gone, and starts none", async () => {
  const { time, first, second } = setUp()
  second.maxCandles = 720
  const feed = createCandleFeed({ sources: [first, second], clock: time.clock })
  await feed.candles("BTC", "1h")
  first.isDown = true
  time.set(NOON + HOUR + 10_000)
  await feed.refreshDue()
  const continued = await feed.candles("BTC", "1h")
  expect(continued?.source).toBe("second after others")
  expect(continued?.asOfMs).toBe(NOON + HOUR)
  expect(continued?.value).toHaveLength(windowCandles["1h"])
  expect(second.candleCalls.filter(isHourOfBitcoin)).toEqual([
    { coin: "BTC", interval: "1h", fromMs: NOON, toMs: NOON + 2 * HOUR },
  ])

  const cold = createCandleFeed({ sources: [first, second], clock: time.clock })
  expect(await cold.candles("BTC", "1h")).toBeNull()
})

test("while a provider lists no new candle its series is requested every ten seconds and not stored again", async () => {
  const memory = createMemoryCandleStore()
  let saves = 0
  const store: CandleStore = {
    ...memory,
    async save(coin, interval, series) {
      if (isHourOfBitcoin({ coin, interval })) saves += 1
      await memory.save(coin, interval, series)
    },
  }
  const { feed, time, first } = setUp(store)
  first.listedUntilMs = NOON + 1
  await feed.refreshDue()
  time.set(NOON + HOUR)
  const asked = first.candleCalls.filter(isHourOfBitcoin).length
  for (let n = 0; n < 11; n++) {
    time.advance(10_000)
    await feed.refreshDue()
  }
  expect(first.candleCalls.filter(isHourOfBitcoin).length - asked).toBe(11)
  expect(saves, "the first read, and the window an hour later").toBe(2)
  first.listedUntilMs = Number.POSITIVE_INFINITY
  time.advance(10_000)
  await feed.refreshDue()
  expect([saves, memory.series.get("BTC 1h")?.asOfMs]).toEqual([3, NOON + HOUR])
})

test("a stored series of a provider that is not configured is not served", async () => {
  const store = createMemoryCandleStore()
  await setUp(store).feed.candles("BTC", "1h")
  const time = createFakeTime(NOON + 60_000)
  const other = createFakeSource("other", time.clock, 7)
  const feed = createCandleFeed({ sources: [other], clock: time.clock, store })
  expect((await feed.candles("BTC", "1h"))?.source).toBe("other")
})

test("while the store fails candles are served from the provider", async () => {
  const broken: CandleStore = {
    load: () => Promise.reject(new Error("locked")),
    save: () => Promise.reject(new Error("full")),
  }
  const { feed } = setUp(broken)
  expect((await feed.candles("BTC", "1h"))?.source).toBe("first")
  expect(feed.status().series.find((each) => each.kind === "1h")?.lastError).toMatchObject({ source: "store" })
})

test("a price is refreshed after 30 s, and is unavailable after 5 min without a provider", async () => {
  const { feed, time, first, second } = setUp()
  expect(await feed.price("SOL")).toMatchObject({ value: 100, source: "first", isDisputed: false })
  first.priceUsd = 100.2
  time.advance(29_999)
  await feed.refreshDue()
  expect((await feed.price("SOL"))?.value).toBe(100)
  time.advance(1)
  await feed.refreshDue()
  expect((await feed.price("SOL"))?.value).toBe(100.2)

  first.isDown = true
  second.isDown = true
  time.advance(5 * 60_000)
  await feed.refreshDue()
  expect((await feed.price("SOL"))?.value).toBe(100.2)
  time.advance(1)
  expect(await feed.price("SOL")).toBeNull()
})

test("a difference of more than 1% disputes the price; the second provider is asked at most once a minute", async () => {
  const { feed, time, second } = setUp()
  second.priceUsd = 101.1
  expect((await feed.price("BTC"))?.isDisputed, "the first answer does not wait for the second").toBe(false)
  await feed.refreshDue()
  expect((await feed.price("BTC"))?.isDisputed).toBe(true)
  const asked = second.priceCalls
  time.advance(59_999)
  await feed.refreshDue()
  expect(second.priceCalls).toBe(asked)
  second.priceUsd = 100.9
  time.advance(1)
  await feed.refreshDue()
  expect((await feed.price("BTC"))?.isDisputed).toBe(false)
  expect(second.priceCalls).toBe(asked + COINS.length)
})

test("a price that leaves the second provider's is disputed at once, and nothing is decided by it", async () => {
  const { feed, time, first, second } = setUp()
  first.priceUsd = 100_000
  second.priceUsd = 100_000
  await feed.refreshDue()
  expect([feed.newestPrice("BTC"), agreedPrice(await feed.price("BTC"))]).toEqual([100_000, 100_000])
  first.priceUsd = 789_000
  time.advance(59_999)
  await feed.refreshDue()
  expect(await feed.price("BTC")).toMatchObject({ value: 789_000, isDisputed: true })
  expect([feed.newestPrice("BTC"), agreedPrice(await feed.price("BTC"))]).toEqual([null, null])
})

test("when the first provider fails, the second one's price is still compared with it, and not with itself", async () => {
  const { feed, time, first, second } = setUp()
  first.priceUsd = 100_000
  second.priceUsd = 789_000
  await feed.refreshDue()
  first.isDown = true
  time.advance(30_000)
  await feed.refreshDue()
  expect(await feed.price("BTC")).toMatchObject({ value: 789_000, source: "second", isDisputed: true })
  second.priceUsd = 100_500
  time.advance(30_000)
  await feed.refreshDue()
  expect(await feed.price("BTC")).toMatchObject({ value: 100_500, source: "second", isDisputed: false })
})

test("a disputed price is no longer marked five minutes after the second provider's last answer", async () => {
  const { feed, time, second } = setUp()
  second.priceUsd = 90
  await feed.refreshDue()
  second.isDown = true
  time.advance(5 * 60_000)
  await feed.refreshDue()
  expect((await feed.price("BTC"))?.isDisputed).toBe(true)
  time.advance(1)
  expect((await feed.price("BTC"))?.isDisputed).toBe(false)
})

test("a following process loads the price and what it is compared with without asking a provider", async () => {
  const store = await openEmbeddedStore(":memory:")
  const time = createFakeTime(NOON + 60_000)
  const [first, second] = [createFakeSource("first", time.clock, 100), createFakeSource("second", time.clock, 102)]
  const values: CandleFeedOptions["values"] = (name, parse) => createSqlValueStore(store, name, parse)
  const options = { sources: [first, second], clock: time.clock, values, store: createSqlCandleStore(store) }
  const [asking, following] = [createCandleFeed(options), createCandleFeed(options)]
  await asking.refreshDue()
  const asked = [first.priceCalls, second.priceCalls, first.candleCalls.length, second.candleCalls.length]
  await following.reload()
  expect(await following.price("BTC")).toMatchObject({ value: 100, source: "first", isDisputed: true })
  expect(await following.candles("BTC", "4h")).toEqual(await asking.candles("BTC", "4h"))
  expect([first.priceCalls, second.priceCalls, first.candleCalls.length, second.candleCalls.length]).toEqual(asked)
})

test("without a held price failing providers are asked again after ten seconds, not at every read", async () => {
  const { feed, time, first, second } = setUp()
  first.isDown = true
  second.isDown = true
  for (let n = 0; n < 5; n++) expect(await feed.price("BTC")).toBeNull()
  expect(first.priceCalls).toBe(1)
  first.isDown = false
  time.advance(10_000)
  expect((await feed.price("BTC"))?.value).toBe(100)
})

test("the status has the age and source of every series, and each provider's circuit breaker", async () => {
  const { feed } = setUp()
  await feed.refreshDue()
  const { series, sources } = feed.status()
  expect(series).toHaveLength(12)
  expect(series.every((each) => each.isFresh && each.source === "first" && each.lastError === null)).toBe(true)
  expect(series.find((each) => each.coin === "BTC" && each.kind === "1h")).toMatchObject({
    asOfMs: NOON,
    ageMs: 60_000,
  })
  expect(sources).toEqual([
    { name: "first", breaker: "closed" },
    { name: "second", breaker: "closed" },
  ])
})

test("any provider answer gives a value or null, without an internal error", async () => {
  await fc.assert(
    fc.asyncProperty(anyAnswer, async (answer) => {
      const { http, time } = createFakeProvider(() => answer, { startMs: NOON })
      const ports = { http, clock: time.clock }
      const adapters = [
        createBinanceSource,
        createCoinbaseSource,
        createKrakenSource,
        createOkxSource,
        createHyperliquidSource,
        createBybitSource,
      ]
      const sources = adapters.map((create) => create(ports))
      const feed = createCandleFeed({ sources, clock: time.clock })
      await feed.candles("BTC", "4h")
      await feed.price("BTC")
      const kinds = feed.status().series.map((each) => each.lastError?.kind)
      expect(kinds).not.toContain("internal")
    }),
    { numRuns: 40 },
  )
})
