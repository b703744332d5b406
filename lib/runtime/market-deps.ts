import { createSeriesFeed } from "@/lib/feeds/series-feed"
import type { MarketDeps } from "@/lib/usecases/read-market"
import { previousDirection, sealedBasis } from "./record"
import { runtime } from "./runtime"

/** What every question about a coin is answered from, as of now. */
export async function marketDeps(): Promise<MarketDeps> {
  const { candles, feeds, config, store } = await runtime()
  const nowMs = Date.now()
  return {
    candles,
    series: createSeriesFeed(feeds),
    mode: config.mode,
    nowMs,
    sealed: (coin) => sealedBasis(store, coin, nowMs),
    previousDirection: (coin) => previousDirection(store, coin, nowMs),
  }
}
