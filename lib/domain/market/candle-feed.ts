import type { Candle, Interval } from "./candle"
import type { Coin } from "./coin"

/** A value with its provenance. `asOfMs` is the time of the content, never of the transport. */
export type Sourced<T> = {
  readonly value: T
  readonly asOfMs: number
  readonly fetchedAtMs: number
  readonly source: string
}

/** Closed candles, ascending in `openTimeMs`, without duplicates; holes are allowed. `asOfMs` is the last close. */
export type Candles = Sourced<readonly Candle[]>

/**
 * Where the engine gets prices from.
 *
 * Each method answers the freshest value known, or `null` when there is none within its maximum age.
 */
export type CandleFeed = {
  candles(coin: Coin, interval: Interval): Promise<Candles | null>
  /** The last traded price; `asOfMs` is the time of the trade. `degraded` when two sources differ by more than 1%. */
  price(coin: Coin): Promise<(Sourced<number> & { readonly degraded: boolean }) | null>
}
