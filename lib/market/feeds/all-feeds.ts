import { type BookFeeds, createBookFeeds } from "./book-feeds"
import { createCalendarFeeds, type CalendarFeeds } from "./calendar-feeds"
import { createCommodityFeeds, type CommodityFeeds } from "./commodity-feeds"
import { createDefiFeeds, type DefiFeeds } from "./defi-feeds"
import { createDerivativeFeeds, type DerivativeFeeds } from "./derivative-feeds"
import { createDexFeeds, type DexFeeds } from "./dex-feeds"
import { createDominanceFeeds, type DominanceFeeds } from "./dominance-feeds"
import { createEtfFeeds, type EtfFeeds } from "./etf-feeds"
import type { ManagedCandleFeed } from "./candle-feed"
import { type FeedPorts, type ManagedFeed, revisionOf } from "./feed-ports"
import { createMarketFeeds, type MarketFeeds } from "./market-feeds"
import { createNewsFeeds, type NewsFeeds } from "./news-feeds"
import { createOptionFeeds, type OptionFeeds } from "./option-feeds"
import { createPerpetualFeeds, type PerpetualFeeds } from "./perpetual-feed"
import { createPredictionFeeds, type PredictionFeeds } from "./prediction-feeds"
import { createTreasuryFeeds, type TreasuryFeeds } from "./treasury-feeds"

/** Every feed except candles. The keys are the names in `/health`. */
export type Feeds = MarketFeeds &
  DerivativeFeeds &
  PerpetualFeeds &
  BookFeeds &
  OptionFeeds &
  PredictionFeeds &
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
    ...createPerpetualFeeds(ports),
    ...createBookFeeds(ports),
    ...createOptionFeeds(ports),
    ...createPredictionFeeds(ports),
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

/** Every feed with its name, for the scheduler and `/health`. */
export function managedFeeds(feeds: Feeds): readonly (readonly [name: string, feed: ManagedFeed])[] {
  return Object.entries(feeds)
}

/** A number that rises whenever a feed of this process takes a new value. */
export function feedRevision({ candles, feeds }: FeedSet): number {
  return revisionOf([candles, ...Object.values(feeds)])
}

/** Candles and every other feed. */
type FeedSet = { readonly candles: Pick<ManagedCandleFeed, "revision">; readonly feeds: Feeds }
