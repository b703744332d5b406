import type { Candle } from "@/lib/domain/market/candle"
import type { HyperliquidCandle } from "./schema"

/** A candle of the perpetual contract, whose price differs slightly from spot. */
export function toCandle({ t, o, h, l, c, v }: HyperliquidCandle): Candle {
  return { openTimeMs: t, openUsd: o, highUsd: h, lowUsd: l, closeUsd: c, volumeBase: v, takerBuyVolumeBase: null }
}
