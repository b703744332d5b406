import type { MarketPorts } from "@/lib/endpoints/ports"
import type { Coin } from "@/lib/domain/market/coin"
import { assetPrices } from "@/lib/market/feeds/asset-prices"
import { createSeriesFeed } from "@/lib/market/feeds/series-feed"
import { previousDirection, sealedBasis } from "@/lib/record/records"
import { type MarketReading, readMarket } from "@/lib/usecases/read-market"
import { rightsOf } from "./rights"
import { runtime, type Runtime } from "./runtime"

/** The ports of every answer about the market. */
export async function marketPorts(service?: Runtime, nowMs = Date.now()): Promise<MarketPorts> {
  const { candles, feeds, config, store, anchorJob } = service ?? (await runtime())
  const market = {
    candles,
    series: createSeriesFeed(feeds),
    mode: config.mode,
    nowMs,
    recordState: anchorJob.state().kind,
    sealed: (coin: Coin) => sealedBasis(store, coin, { nowMs, maySell: rightsOf(config) }),
    previousDirection: (coin: Coin) => previousDirection(store, coin, nowMs),
  }
  const readings = new Map<Coin, Promise<MarketReading>>()
  return {
    ...feeds,
    ...market,
    prices: assetPrices(candles, feeds),
    mayPublish: config.market === "simulated" || config.sources.profile === "open",
    reading(coin) {
      const known = readings.get(coin) ?? readMarket(coin, market)
      readings.set(coin, known)
      return known
    },
  }
}
