import type { Candle, Interval } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import type { BreakerState } from "@/lib/outbound/circuit-breaker"

/** One provider of candles and prices. Methods throw source errors only. */
export type CandleSource = {
  readonly name: string
  /** How many of the newest candles of an interval exist at all, where they may be fewer than are wanted. */
  readonly maxCandles?: number
  /**
   * Closed candles that open from `fromMs` (inclusive) to `toMs` (exclusive), ascending, each once; holes are allowed.
   * `newestOpenMs`: when the newest one listed in the range opened, even if it is still running.
   */
  candles(
    coin: Coin,
    interval: Interval,
    range: { readonly fromMs: number; readonly toMs: number },
  ): Promise<{
    readonly candles: readonly Candle[]
    readonly droppedRows: number
    readonly newestOpenMs: number | null
  }>
  /** The last traded price; `asOfMs` is the time of the trade, or of the question where the provider names none. */
  price(coin: Coin): Promise<{ readonly priceUsd: number; readonly asOfMs: number }>
  breaker(): BreakerState
}
