import { z } from "zod"
import type { Clock } from "@/lib/domain/clock"
import { inputLimits } from "@/lib/domain/freshness"
import { INTERVALS, type Candle, type Interval } from "@/lib/domain/market/candle"
import type { CandleFeed } from "@/lib/domain/market/candle-feed"
import { COINS, type Coin } from "@/lib/domain/market/coin"
import type { BreakerState } from "@/lib/outbound/circuit-breaker"
import { createCachedFeed, type CachedFeed, type FeedStatus, type ValueStore } from "./cached-feed"
import { createCandleSeries } from "./candle-series"
import type { CandleSource } from "./candle-source"
import type { CandleStore } from "./candle-store"
import { revisionOf } from "./feed-ports"
import { type ComparedPrices, createComparedPrices, isDisputed } from "./price-check"

export type CandleFeedOptions = {
  /** In order of preference. */
  readonly sources: readonly CandleSource[]
  readonly clock: Clock
  /** Absent: series live in memory only. */
  readonly store?: CandleStore
  /** Absent: prices live in memory only. */
  readonly values?: <T>(name: string, parse: (json: unknown) => T) => ValueStore<T>
}

export type CandleFeedStatus = {
  readonly series: readonly (FeedStatus & { readonly coin: Coin; readonly kind: Interval | "price" })[]
  readonly sources: readonly { readonly name: string; readonly breaker: BreakerState }[]
}

/** The candle feed with operations for the scheduler and `/health`. */
export type ManagedCandleFeed = CandleFeed & {
  /** Dollars, as last read; `null` before the first read and while two sources differ. Reads memory only. */
  newestPrice(coin: Coin): number | null
  /** Refreshes every series and price that is due. Never rejects. */
  refreshDue(): Promise<void>
  /** Loads a newer value that another process has stored. Never rejects. */
  reload(): Promise<void>
  status(): CandleFeedStatus
  /** Increases with every new candle or price. */
  revision(): number
}

type PriceFeed = { readonly feed: CachedFeed<number>; readonly compared: CachedFeed<ComparedPrices> }

/** Candles and prices of every coin from an ordered list of providers. */
export function createCandleFeed(options: CandleFeedOptions): ManagedCandleFeed {
  const { sources, clock, store } = options
  const series = perCoin((coin) =>
    perInterval((interval) => createCandleSeries({ coin, interval, sources, clock, store })),
  )
  const prices = perCoin((coin) => createPriceFeed(coin, options))
  const feeds = COINS.flatMap((coin) => [prices[coin].feed, prices[coin].compared, ...Object.values(series[coin])])

  return {
    candles: (coin, interval) => series[coin][interval].read(),
    async price(coin) {
      const { feed, compared } = prices[coin]
      const held = await feed.read()
      return held && { ...held, isDisputed: isDisputed(held, compared.peek()) }
    },
    newestPrice(coin) {
      const { feed, compared } = prices[coin]
      const held = feed.peek()
      return held === null || isDisputed(held, compared.peek()) ? null : held.value
    },
    async refreshDue() {
      const due = COINS.flatMap((coin) => [
        refreshPrice(prices[coin]),
        ...INTERVALS.map((interval) => series[coin][interval].refreshIfDue()),
      ])
      await Promise.all(due)
    },
    async reload() {
      await Promise.all(feeds.map((feed) => feed.reload()))
    },
    revision: () => revisionOf(feeds),
    status: () => ({
      series: COINS.flatMap((coin) => [
        { coin, kind: "price" as const, ...prices[coin].feed.status() },
        ...INTERVALS.map((interval) => ({ coin, kind: interval, ...series[coin][interval].status() })),
      ]),
      sources: sources.map((source) => ({ name: source.name, breaker: source.breaker() })),
    }),
  }
}

/** The second provider is another one than that of the newest price, so the price is refreshed first. */
async function refreshPrice({ feed, compared }: PriceFeed): Promise<void> {
  await feed.refreshIfDue()
  await compared.refreshIfDue()
}

function createPriceFeed(coin: Coin, { sources, clock, values }: CandleFeedOptions): PriceFeed {
  const feed = createCachedFeed<number>({
    readers: sources.map((source) => ({
      name: source.name,
      async read() {
        const { priceUsd, asOfMs } = await source.price(coin)
        return { value: priceUsd, asOfMs }
      },
    })),
    clock,
    maxAgeMs: inputLimits.price.maxAgeMs,
    minIntervalMs: inputLimits.price.everyMs,
    ...(values && { store: values(`price.${coin}`, (json) => z.number().parse(json)) }),
  })
  const store = values?.(`comparedPrices.${coin}`, (json) => z.record(z.string(), z.number().positive()).parse(json))
  return { feed, compared: createComparedPrices({ coin, sources, clock, served: () => feed.peek(), store }) }
}

function perCoin<T>(create: (coin: Coin) => T): Record<Coin, T> {
  return { BTC: create("BTC"), ETH: create("ETH"), SOL: create("SOL") }
}

function perInterval(create: (interval: Interval) => CachedFeed<readonly Candle[]>) {
  return { "1h": create("1h"), "4h": create("4h"), "1d": create("1d") } satisfies Record<Interval, unknown>
}
