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

/** Columns of arrays that were seen before: candles are never changed in place, so each array is converted once. */
const known = new WeakMap<readonly Candle[], Columns>()

/** Keeps the candles that were closed at `nowMs`, so that later data cannot leak into a signal. */
export function closedColumns(candles: readonly Candle[], interval: Interval, nowMs: number): Columns {
  if (candles.every((candle) => isClosed(candle, interval, nowMs))) return columnsOf(candles)
  return toColumns(candles.filter((candle) => isClosed(candle, interval, nowMs)))
}

/** All candles of an array, converted once. */
export function columnsOf(candles: readonly Candle[]): Columns {
  const seen = known.get(candles)
  if (seen !== undefined) return seen
  const columns = toColumns(candles)
  known.set(candles, columns)
  return columns
}

/**
 * A part of an array whose columns are a view of the whole's: a window that moves over years of candles converts nothing
 * again.
 */
export function sliceWithColumns(candles: readonly Candle[], from: number, to: number): readonly Candle[] {
  const part = candles.slice(from, to)
  known.set(part, viewOf(columnsOf(candles), from, to))
  return part
}

/** The newest rows, without a copy; the same object when that is all of them. */
export function newestColumns(columns: Columns, bars: number): Columns {
  return columns.length <= bars ? columns : viewOf(columns, columns.length - bars, columns.length)
}

function viewOf({ openTimeMs, high, low, close, volume, takerBuy }: Columns, from: number, to: number): Columns {
  return {
    length: to - from,
    openTimeMs: openTimeMs.subarray(from, to),
    high: high.subarray(from, to),
    low: low.subarray(from, to),
    close: close.subarray(from, to),
    volume: volume.subarray(from, to),
    takerBuy: takerBuy.subarray(from, to),
  }
}

function toColumns(candles: readonly Candle[]): Columns {
  const column = () => new Float64Array(candles.length)
  const [openTimeMs, high, low, close, volume, takerBuy] = [column(), column(), column(), column(), column(), column()]
  // One loop instead of `Float64Array.from` for each field, which takes ten times as long.
  for (const [i, candle] of candles.entries()) {
    openTimeMs[i] = candle.openTimeMs
    high[i] = candle.highUsd
    low[i] = candle.lowUsd
    close[i] = candle.closeUsd
    volume[i] = candle.volumeBase
    takerBuy[i] = candle.takerBuyVolumeBase ?? Number.NaN
  }
  return { length: candles.length, openTimeMs, high, low, close, volume, takerBuy }
}
