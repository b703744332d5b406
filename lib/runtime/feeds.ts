import { createCalendarFeeds, type CalendarFeeds } from "@/lib/feeds/calendar-feeds"
import { createCommodityFeeds, type CommodityFeeds } from "@/lib/feeds/commodity-feeds"
import { createDefiFeeds, type DefiFeeds } from "@/lib/feeds/defi-feeds"
import { createDerivativeFeeds, type DerivativeFeeds } from "@/lib/feeds/derivative-feeds"
import { createDexFeeds, type DexFeeds } from "@/lib/feeds/dex-feeds"
import { createDominanceFeeds, type DominanceFeeds } from "@/lib/feeds/dominance-feeds"
import { createEtfFeeds, type EtfFeeds } from "@/lib/feeds/etf-feeds"
import type { ManagedCandleFeed } from "@/lib/feeds/candle-feed"
import { type FeedPorts, type ManagedFeed, revisionOf } from "@/lib/feeds/feed-ports"
import { createMarketFeeds, type MarketFeeds } from "@/lib/feeds/market-feeds"
import { createNewsFeeds, type NewsFeeds } from "@/lib/feeds/news-feeds"
import { createTreasuryFeeds, type TreasuryFeeds } from "@/lib/feeds/treasury-feeds"

/** Every feed beside candles, by the name that `/health` gives it. */
export type Feeds = MarketFeeds &
  DerivativeFeeds &
  DefiFeeds &
  DexFeeds &
  NewsFeeds &
  CommodityFeeds &
  CalendarFeeds &
  TreasuryFeeds &
  DominanceFeeds &
  EtfFeeds

export function buildFeeds(ports: FeedPorts): Feeds {
  return {
    ...createMarketFeeds(ports),
    ...createDerivativeFeeds(ports),
    ...createDefiFeeds(ports),
    ...createDexFeeds(ports),
    ...createNewsFeeds(ports),
    ...createCommodityFeeds(ports),
    ...createCalendarFeeds(ports),
    ...createTreasuryFeeds(ports),
    ...createDominanceFeeds(ports),
    ...createEtfFeeds(ports),
  }
}

/** What is refreshed by the timer and reported by `/health`. */
export function managed(feeds: Feeds): readonly (readonly [name: string, feed: ManagedFeed])[] {
  return Object.entries(feeds)
}

/** Rises whenever any feed of this process takes a value. */
export function feedRevision({ candles, feeds }: Held): number {
  return revisionOf([candles, ...Object.values(feeds)])
}

type Held = { readonly candles: Pick<ManagedCandleFeed, "revision">; readonly feeds: Feeds }
