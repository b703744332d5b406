import type { EtfFlowFeed } from "@/lib/domain/flows/etf-flow"
import type { SeriesFeed } from "@/lib/domain/signals/market-inputs"
import type { DerivativeFeeds } from "./derivative-feeds"
import type { MarketFeeds } from "./market-feeds"

/** All series that the indicators read besides candles. */
export function createSeriesFeed(
  feeds: DerivativeFeeds &
    Pick<MarketFeeds, "fearGreed" | "stablecoins" | "vix" | "dxy" | "us10y" | "spx"> & {
      readonly etfFlows: EtfFlowFeed
    },
): SeriesFeed {
  return {
    interestVenues: feeds.openInterest.venues,
    async read(coin) {
      const [fearGreed, funding, openInterest, longShort, takerFlow, coinbasePremium, etfFlows] = await Promise.all([
        feeds.fearGreed.read(),
        feeds.funding.read(coin),
        feeds.openInterest.read(coin),
        feeds.longShort.read(coin),
        feeds.takerFlow.read(coin),
        feeds.coinbasePremium.read(coin),
        feeds.etfFlows.read(coin),
      ])
      const [vix, dxy, us10y, spx, stablecoins] = await Promise.all([
        feeds.vix.read(),
        feeds.dxy.read(),
        feeds.us10y.read(),
        feeds.spx.read(),
        feeds.stablecoins.read(),
      ])
      return {
        fearGreed,
        funding,
        openInterest,
        longShort,
        takerFlow,
        coinbasePremium,
        etfFlows,
        vix,
        dxy,
        us10y,
        spx,
        stablecoins,
      }
    },
  }
}
