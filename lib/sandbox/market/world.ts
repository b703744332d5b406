import { type Candle, type Interval, intervalMs } from "@/lib/domain/market/candle"
import { COINS, type Coin } from "@/lib/domain/market/coin"
import { createClimate } from "./climate"
import { createCoinPath, POINTS } from "./coin-path"

const HOUR_MS = intervalMs["1h"]

/** The first hour of every world: 2019-01-01 00:00 UTC. */
export const GENESIS_MS = Date.UTC(2019, 0, 1)

/** The last hour that a world will ever be asked for bounds its memory to some 20 MB. */
const LAST_MS = Date.UTC(2040, 0, 1)

/**
 * A simulated market: a pure function of seed and time. The past never changes as time goes on, and no call depends on
 * an earlier one.
 */
export type World = {
  /** US dollars. */
  priceAt(coin: Coin, timeMs: number): number
  /**
   * Candles that open from `fromMs` (inclusive) to `toMs` (exclusive), ascending, as they look at `nowMs`: the last one
   * may still be running.
   */
  candles(coin: Coin, interval: Interval, range: { fromMs: number; toMs: number; nowMs: number }): Candle[]
}

type Series = {
  readonly startUsd: number
  readonly step: ReturnType<typeof createCoinPath>["step"]
  points: Float64Array
  volume: Float64Array
  takerShare: Float64Array
}

/** Builds nothing yet: hours come into being when they are first asked for, all before them with them. */
export function createWorld({ seed }: { readonly seed: number }): World {
  const climate = createClimate(seed)
  const series = Object.fromEntries(COINS.map((coin) => [coin, emptySeries(seed, coin)])) as Record<Coin, Series>
  let built = 0

  /** Makes the hours up to and with `hour`, in order: each depends on the one before. */
  function ensure(hour: number): void {
    if (hour < built) return
    for (const coin of COINS) grow(series[coin], hour + 1)
    for (; built <= hour; built++) {
      const weather = climate()
      for (const coin of COINS) {
        const { step, points, volume, takerShare } = series[coin]
        const { volumeBase, takerBuyShare } = step(weather, points, built * POINTS)
        volume[built] = volumeBase
        takerShare[built] = takerBuyShare
      }
    }
  }

  function pointAt(coin: Coin, index: number): number {
    return index < 0 ? series[coin].startUsd : (series[coin].points[index] ?? Number.NaN)
  }

  function priceAt(coin: Coin, timeMs: number): number {
    const position = ((clampTime(timeMs) - GENESIS_MS) / HOUR_MS) * POINTS
    const index = Math.floor(position)
    ensure(Math.floor(index / POINTS))
    const from = pointAt(coin, index - 1)
    return from + (pointAt(coin, index) - from) * (position - index)
  }

  /** One hour as it looks at `nowMs`. */
  function hourCandle(coin: Coin, openTimeMs: number, nowMs: number): Candle {
    const hour = Math.floor((openTimeMs - GENESIS_MS) / HOUR_MS)
    ensure(hour)
    const elapsed = Math.min(1, (nowMs - openTimeMs) / HOUR_MS)
    const openUsd = pointAt(coin, hour * POINTS - 1)
    const closeUsd = elapsed === 1 ? pointAt(coin, hour * POINTS + POINTS - 1) : priceAt(coin, nowMs)
    let highUsd = Math.max(openUsd, closeUsd)
    let lowUsd = Math.min(openUsd, closeUsd)
    for (let i = 0; i < Math.floor(elapsed * POINTS); i++) {
      const point = pointAt(coin, hour * POINTS + i)
      highUsd = Math.max(highUsd, point)
      lowUsd = Math.min(lowUsd, point)
    }
    const volumeBase = (series[coin].volume[hour] ?? 0) * elapsed
    const takerBuyVolumeBase = volumeBase * (series[coin].takerShare[hour] ?? 0)
    return { openTimeMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase, takerBuyVolumeBase }
  }

  function candles(coin: Coin, interval: Interval, range: { fromMs: number; toMs: number; nowMs: number }): Candle[] {
    const step = intervalMs[interval]
    const nowMs = clampTime(range.nowMs)
    const first = Math.ceil(Math.max(range.fromMs, GENESIS_MS) / step) * step
    const result: Candle[] = []
    for (let openTimeMs = first; openTimeMs < range.toMs && openTimeMs < nowMs; openTimeMs += step) {
      const hours: Candle[] = []
      for (let t = openTimeMs; t < openTimeMs + step && t < nowMs; t += HOUR_MS) hours.push(hourCandle(coin, t, nowMs))
      result.push(merge(openTimeMs, hours))
    }
    return result
  }

  return { priceAt, candles }
}

function merge(openTimeMs: number, hours: readonly Candle[]): Candle {
  const sum = (of: (candle: Candle) => number) => hours.reduce((total, candle) => total + of(candle), 0)
  return {
    openTimeMs,
    openUsd: hours[0]?.openUsd ?? Number.NaN,
    highUsd: Math.max(...hours.map(({ highUsd }) => highUsd)),
    lowUsd: Math.min(...hours.map(({ lowUsd }) => lowUsd)),
    closeUsd: hours.at(-1)?.closeUsd ?? Number.NaN,
    volumeBase: sum(({ volumeBase }) => volumeBase),
    takerBuyVolumeBase: sum(({ takerBuyVolumeBase }) => takerBuyVolumeBase ?? 0),
  }
}

function emptySeries(seed: number, coin: Coin): Series {
  const none = new Float64Array(0)
  return { ...createCoinPath(seed, coin), points: none, volume: none, takerShare: none }
}

/** Makes room for `hours`, with a year to spare, keeping what is there. */
function grow(series: Series, hours: number): void {
  if (series.volume.length >= hours) return
  const size = hours + 8_766
  series.points = extended(series.points, size * POINTS)
  series.volume = extended(series.volume, size)
  series.takerShare = extended(series.takerShare, size)
}

function extended(old: Float64Array, length: number): Float64Array {
  const grown = new Float64Array(length)
  grown.set(old)
  return grown
}

function clampTime(timeMs: number): number {
  return Math.min(LAST_MS, Math.max(GENESIS_MS, timeMs))
}
