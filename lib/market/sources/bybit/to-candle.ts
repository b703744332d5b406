import type { Candle } from "@/lib/domain/market/candle"
import type { BybitKline } from "./schema"

/** A row of a USDT spot market. Bybit does not split volume by aggressor. */
export function toCandle([openTimeMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase]: BybitKline): Candle {
  return { openTimeMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase, takerBuyVolumeBase: null }
}
