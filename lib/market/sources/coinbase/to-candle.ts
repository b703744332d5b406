import type { Candle } from "@/lib/domain/market/candle"
import type { CoinbaseCandle } from "./schema"

/** A bucket of a USD market. Coinbase does not split volume by aggressor. */
export function toCandle([timeS, lowUsd, highUsd, openUsd, closeUsd, volumeBase]: CoinbaseCandle): Candle {
  return { openTimeMs: timeS * 1000, openUsd, highUsd, lowUsd, closeUsd, volumeBase, takerBuyVolumeBase: null }
}
