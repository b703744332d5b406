import type { Sourced } from "@/lib/domain/market/candle-feed"
import type { Coin } from "@/lib/domain/market/coin"
import type { ImpliedDay } from "./premium"
import type { OptionSurface } from "./surface"

/** What is kept of the options of a coin: no quotes, only what they imply. */
export type OptionMarket = {
  readonly surface: OptionSurface
  /** The newest surface from before the last 4h close, for the record; `null` without one. */
  readonly beforeClose: OptionSurface | null
  /** The venue's index of implied volatility by day; empty for a coin that has none. */
  readonly index: readonly ImpliedDay[]
}

export type OptionFeed = { read(coin: Coin): Promise<Sourced<OptionMarket> | null> }
