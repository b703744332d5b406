import type { CandleFeed } from "@/lib/domain/market/candle-feed"

export type MarketDataDeps = {
  readonly candles: CandleFeed
  readonly mode: "sandbox" | "live"
  /** False where the terms of the sources in use forbid passing raw series on (`SOURCES=strict`). */
  readonly mayPublish: boolean
  readonly nowMs: number
}

export const WITHHELD_REASON = "The terms of the sources in use (SOURCES=strict) do not allow candles to be passed on."

export function ageSeconds(asOfMs: number, nowMs: number): number {
  return Math.max(0, Math.floor((nowMs - asOfMs) / 1_000))
}
