import type { Candle, Interval } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import type { BreakerState } from "@/lib/outbound/circuit-breaker"

/** One provider of candles and prices. Methods throw source errors only. */
export type CandleSource = {
  readonly name: string
  /** Maximum number of candles that the provider keeps, if limited. */
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
  /** The last price. `asOfMs` is the time of the trade, or of the request if the provider does not send one. */
  price(coin: Coin): Promise<{ readonly priceUsd: number; readonly asOfMs: number }>
  breaker(): BreakerState
}
