import type { Candle } from "@/lib/domain/market/candle"
import type { BinanceKline } from "./schema"

/** A kline of a USDT pair; one USDT is read as one dollar. */
export function toCandle(kline: BinanceKline): Candle {
  const [openTimeMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase] = kline
  return { openTimeMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase, takerBuyVolumeBase: kline[9] }
}
