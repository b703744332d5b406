import type { Sourced } from "@/lib/domain/market/candle-feed"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import type { CachedFeed, FeedStatus } from "./cached-feed"
import { type ManagedFeed, revisionOf } from "./feed-ports"

/** One value for each coin, reported as one feed. */
export type CoinFeed<T> = ManagedFeed & { read(coin: Coin): Promise<Sourced<T> | null> }

export function createCoinFeed<T>(create: (coin: Coin) => CachedFeed<T>): CoinFeed<T> {
  const feeds = { BTC: create("BTC"), ETH: create("ETH"), SOL: create("SOL") } satisfies Record<Coin, CachedFeed<T>>
  return {
    read: (coin) => feeds[coin].read(),
    async refreshIfDue() {
      await Promise.all(COINS.map((coin) => feeds[coin].refreshIfDue()))
    },
    async reload() {
      await Promise.all(COINS.map((coin) => feeds[coin].reload()))
    },
    revision: (coin) => revisionOf(coin === undefined ? Object.values(feeds) : [feeds[coin]]),
    status: () => worstOf(COINS.map((coin) => feeds[coin].status())),
  }
}

/** The status of a group is that of its oldest value. */
function worstOf(statuses: readonly FeedStatus[]): FeedStatus {
  const [oldest = UNKNOWN] = statuses.toSorted((a, b) => (a.asOfMs ?? 0) - (b.asOfMs ?? 0))
  return {
    ...oldest,
    isFresh: statuses.every(({ isFresh }) => isFresh),
    lastError: statuses.find(({ lastError }) => lastError !== null)?.lastError ?? null,
  }
}

const UNKNOWN: FeedStatus = {
  source: null,
  asOfMs: null,
  ageMs: null,
  fetchedAtMs: null,
  isFresh: false,
  lastError: null,
}
