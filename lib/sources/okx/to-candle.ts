import type { Candle } from "@/lib/domain/market/candle"
import type { OkxCandle } from "./schema"

/** A closed row of a USDT market, or `null` while it is still running. OKX does not split candles by aggressor. */
export function toCandle(row: OkxCandle): Candle | null {
  const [openTimeMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase, , , confirm] = row
  if (confirm !== "1") return null
  return { openTimeMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase, takerBuyVolumeBase: null }
}
