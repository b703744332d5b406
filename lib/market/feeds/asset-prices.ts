import type { AssetPriceFeed, GeoAsset, HourlyClose } from "@/lib/domain/geo/impact"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { HOUR_MS } from "@/lib/domain/utc-day"
import type { ManagedCandleFeed } from "./candle-feed"
import type { CommodityFeeds } from "./commodity-feeds"

/** Hourly closes of the assets that geopolitical events are measured on. */
export function assetPrices(candles: ManagedCandleFeed, { goldHours, oilHours }: CommodityFeeds): AssetPriceFeed {
  const readers: Readonly<Record<GeoAsset, () => Promise<Sourced<readonly HourlyClose[]> | null>>> = {
    BTC: () => coinHours(candles, "BTC"),
    ETH: () => coinHours(candles, "ETH"),
    GOLD: () => commodityHours(goldHours),
    OIL: () => commodityHours(oilHours),
  }
  return { hourly: (asset) => readers[asset]() }
}

async function coinHours(candles: ManagedCandleFeed, coin: "BTC" | "ETH") {
  const hours = await candles.candles(coin, "1h")
  if (hours === null) return null
  const value = hours.value.map(({ openTimeMs, closeUsd }) => ({ closeTimeMs: openTimeMs + HOUR_MS, closeUsd }))
  return { ...hours, value }
}

async function commodityHours(feed: CommodityFeeds["goldHours"]) {
  const hours = await feed.read()
  if (hours === null) return null
  return { ...hours, value: hours.value.map(({ atMs, value }) => ({ closeTimeMs: atMs, closeUsd: value })) }
}
