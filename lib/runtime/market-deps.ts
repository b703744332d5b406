import { createSeriesFeed } from "@/lib/feeds/series-feed"
import { previousDirection, sealedBasis } from "@/lib/record/records"
import type { MarketDeps } from "@/lib/usecases/read-market"
import { type Runtime, runtime } from "./runtime"

/** The ports of every use case about a coin, as of now. */
export async function marketDeps(service?: Runtime): Promise<MarketDeps> {
  const { candles, feeds, config, store } = service ?? (await runtime())
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
