import type { Candle } from "@/lib/domain/market/candle"
import type { OkxCandle } from "./schema"

/** A row of a USDT market. OKX does not split candles by aggressor. */
export function toCandle([openTimeMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase]: OkxCandle): Candle {
  return { openTimeMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase, takerBuyVolumeBase: null }
}

/** Whether OKX marks the candle as not confirmed. */
export function isRunning(row: OkxCandle): boolean {
  return row[8] !== "1"
}
