import type { Candle } from "@/lib/domain/market/candle"

/** One candle and the hour after it. */
export function joinCandles(candle: Candle | undefined, next: Candle): Candle {
  if (candle === undefined) return next
  return {
    openTimeMs: candle.openTimeMs,
    openUsd: candle.openUsd,
    highUsd: Math.max(candle.highUsd, next.highUsd),
    lowUsd: Math.min(candle.lowUsd, next.lowUsd),
    closeUsd: next.closeUsd,
    volumeBase: candle.volumeBase + next.volumeBase,
    takerBuyVolumeBase: (candle.takerBuyVolumeBase ?? 0) + (next.takerBuyVolumeBase ?? 0),
  }
}
