import type { Candle, Interval } from "./candle"
import type { Coin } from "./coin"

/** Provider of a value and the time of its content, which is not the time of the transport. */
export type Provenance = { readonly asOfMs: number; readonly source: string }

/** A value with its provenance. */
export type Sourced<T> = Provenance & {
  readonly value: T
  readonly fetchedAtMs: number
}

/** Closed candles, ascending in `openTimeMs`, without duplicates; holes are allowed. `asOfMs` is the last close. */
export type Candles = Sourced<readonly Candle[]>

/** Source of prices for the engine. Each method returns the newest value, or `null` without one within its maximum age. */
export type CandleFeed = {
  candles(coin: Coin, interval: Interval): Promise<Candles | null>
  /** The last traded price; `asOfMs` is the time of the trade. `degraded` when two sources differ by more than 1%. */
  price(coin: Coin): Promise<(Sourced<number> & { readonly degraded: boolean }) | null>
}
