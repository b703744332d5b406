import { type Candle, type Interval, isClosed } from "./candle"

/** Closed candles as one typed array per field, oldest first: what indicators read. */
export type Columns = {
  readonly length: number
  readonly openTimeMs: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly volume: Float64Array
  /** NaN where the provider does not split volume by aggressor. */
  readonly takerBuy: Float64Array
}

/** Keeps what was closed at `nowMs`: whatever else the caller holds cannot leak into a signal. */
export function closedColumns(candles: readonly Candle[], interval: Interval, nowMs: number): Columns {
  const closed = candles.filter((candle) => isClosed(candle, interval, nowMs))
  const column = (read: (candle: Candle) => number) => Float64Array.from(closed, read)
  return {
    length: closed.length,
    openTimeMs: column((candle) => candle.openTimeMs),
    high: column((candle) => candle.highUsd),
    low: column((candle) => candle.lowUsd),
    close: column((candle) => candle.closeUsd),
    volume: column((candle) => candle.volumeBase),
    takerBuy: column((candle) => candle.takerBuyVolumeBase ?? Number.NaN),
  }
}
