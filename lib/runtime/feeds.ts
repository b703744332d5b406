import type { FeedPorts, ManagedFeed } from "@/lib/feeds/feed-ports"
import { createMarketFeeds, type MarketFeeds } from "@/lib/feeds/market-feeds"

/** Every feed beside candles, by the name that `/health` gives it. */
export type Feeds = MarketFeeds

export function buildFeeds(ports: FeedPorts): Feeds {
  return { ...createMarketFeeds(ports) }
}

/** What is refreshed by the timer and reported by `/health`. */
export function managed(feeds: Feeds): readonly (readonly [name: string, feed: ManagedFeed])[] {
  return Object.entries(feeds)
}
