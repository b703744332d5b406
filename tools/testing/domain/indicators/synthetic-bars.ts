import { at } from "@/lib/domain/indicators/series"
import { seededRandom } from "@/lib/domain/statistics/random"

/** Candles by column. */
export type Bars = {
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly volume: Float64Array
}

/** A random walk from 100 with moves of up to 1% and two decimals; seed 42 and 500 candles are the golden series. */
export function syntheticBars(seed: number, length: number): Bars {
  const bars = emptyBars(length)
  const random = seededRandom(seed)
  let open = 100
  for (let i = 0; i < length; i++) {
    const close = open * (1 + (random() - 0.5) * 0.02)
    bars.open[i] = open
    bars.close[i] = toCents(close)
    bars.high[i] = toCents(Math.max(open, close) * (1 + random() * 0.006))
    bars.low[i] = toCents(Math.min(open, close) * (1 - random() * 0.006))
    bars.volume[i] = toCents(1000 * (0.2 + random()))
    open = at(bars.close, i)
  }
  return bars
}

/** Candles that never move; `volume` per candle. */
export function flatBars(length: number, price: number, volume: number): Bars {
  return mapBars(
    emptyBars(length),
    () => price,
    () => volume,
  )
}

export function mapBars(bars: Bars, price: (value: number) => number, volume: (value: number) => number): Bars {
  return {
    open: bars.open.map(price),
    high: bars.high.map(price),
    low: bars.low.map(price),
    close: bars.close.map(price),
    volume: bars.volume.map(volume),
  }
}

/** The candles from `start` up to, not including, `end`. */
export function sliceBars(bars: Bars, start: number, end: number): Bars {
  return {
    open: bars.open.slice(start, end),
    high: bars.high.slice(start, end),
    low: bars.low.slice(start, end),
    close: bars.close.slice(start, end),
    volume: bars.volume.slice(start, end),
  }
}

/** Prices upside down (as log prices may be): a rally becomes the same decline. */
export function mirrorBars(bars: Bars): Bars {
  const upsideDown = mapBars(
    bars,
    (price) => -price,
    (volume) => volume,
  )
  return { ...upsideDown, high: upsideDown.low, low: upsideDown.high }
}

function emptyBars(length: number): Bars {
  const column = () => new Float64Array(length)
  return { open: column(), high: column(), low: column(), close: column(), volume: column() }
}

function toCents(value: number): number {
  return Math.floor(value * 100 + 0.5) / 100
}
