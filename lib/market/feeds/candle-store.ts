import type { Interval } from "@/lib/domain/market/candle"
import type { Candles } from "@/lib/domain/market/candle-feed"
import type { Coin } from "@/lib/domain/market/coin"

/** Keeps each series between runs. `save` replaces the whole series of that coin and interval. */
export type CandleStore = {
  /** `null` also when the series was fetched no later than `newerThanMs`. */
  load(coin: Coin, interval: Interval, newerThanMs?: number): Promise<Candles | null>
  save(coin: Coin, interval: Interval, series: Candles): Promise<void>
}
