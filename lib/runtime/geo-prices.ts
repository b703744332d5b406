import type { AssetPriceFeed, HourlyClose } from "@/lib/domain/geo/impact"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import type { Coin } from "@/lib/domain/market/coin"
import { HOUR_MS } from "@/lib/domain/utc-day"
import type { ManagedCandleFeed } from "@/lib/feeds/candle-feed"

/**
 * Hourly closes around events. Gold and oil are known by the day only, which says nothing about an hour, so their moves
 * are not measured.
 */
export function assetPrices(candles: ManagedCandleFeed): AssetPriceFeed {
  return {
    async hourly(asset) {
      return asset === "BTC" || asset === "ETH" ? hourlyOf(candles, asset) : null
    },
  }
}

async function hourlyOf(candles: ManagedCandleFeed, coin: Coin): Promise<Sourced<readonly HourlyClose[]> | null> {
  const hours = await candles.candles(coin, "1h")
  if (hours === null) return null
  const closes = hours.value.map(({ openTimeMs, closeUsd }) => ({ closeTimeMs: openTimeMs + HOUR_MS, closeUsd }))
  return { ...hours, value: closes }
}
