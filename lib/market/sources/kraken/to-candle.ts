import type { Candle } from "@/lib/domain/market/candle"
import type { KrakenOhlc } from "./schema"

/** A row of a USD market. Kraken does not split volume by aggressor. */
export function toCandle([timeS, openUsd, highUsd, lowUsd, closeUsd, , volumeBase]: KrakenOhlc): Candle {
  return { openTimeMs: timeS * 1000, openUsd, highUsd, lowUsd, closeUsd, volumeBase, takerBuyVolumeBase: null }
}
