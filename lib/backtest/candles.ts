import { type Candle, type Interval, intervalMs } from "@/lib/domain/market/candle"
import { sliceWithColumns } from "@/lib/domain/market/columns"
import { BadDataFileError, columnOf, type Csv } from "./csv"

/** Hours of one coin and what they sum up to. Only complete spans: a running day at the end is left out. */
export type CandleHistory = {
  readonly hours: readonly Candle[]
  readonly fourHours: readonly Candle[]
  readonly days: readonly Candle[]
}

/** `open_time_ms, open, high, low, close, volume_base`, hourly, and `taker_buy_base` where there is one. */
export function toHistory(csv: Csv): CandleHistory {
  const [time, open, high, low, close, volume] = [
    columnOf(csv, "open_time_ms"),
    columnOf(csv, "open"),
    columnOf(csv, "high"),
    columnOf(csv, "low"),
    columnOf(csv, "close"),
    columnOf(csv, "volume_base"),
  ]
  const taker = csv.columns.indexOf("taker_buy_base")
  const hours = csv.rows.map((row, index): Candle => {
    const number = (column: number) => {
      const value = Number(row[column])
      if (!Number.isFinite(value)) throw new BadDataFileError(csv.file, `has no number in line ${index + 2}`)
      return value
    }
    return {
      openTimeMs: number(time),
      openUsd: number(open),
      highUsd: number(high),
      lowUsd: number(low),
      closeUsd: number(close),
      volumeBase: number(volume),
      takerBuyVolumeBase: taker < 0 ? null : number(taker),
    }
  })
  const inOrder = hours.toSorted((a, b) => a.openTimeMs - b.openTimeMs)
  return { hours: inOrder, fourHours: fold(inOrder, "4h"), days: fold(inOrder, "1d") }
}

/** Sums hours up. A span with missing hours is kept, as providers do; one that has not ended is not. */
export function fold(hours: readonly Candle[], interval: Interval): readonly Candle[] {
  const spanMs = intervalMs[interval]
  const endMs = (hours.at(-1)?.openTimeMs ?? 0) + intervalMs["1h"]
  const folded: Candle[] = []
  for (const hour of hours) {
    const openTimeMs = Math.floor(hour.openTimeMs / spanMs) * spanMs
    const last = folded.at(-1)
    if (openTimeMs + spanMs > endMs) break
    if (last?.openTimeMs === openTimeMs) folded[folded.length - 1] = merged(last, hour)
    else folded.push({ ...hour, openTimeMs })
  }
  return folded
}

function merged(before: Candle, hour: Candle): Candle {
  const { takerBuyVolumeBase: bought } = before
  return {
    openTimeMs: before.openTimeMs,
    openUsd: before.openUsd,
    highUsd: Math.max(before.highUsd, hour.highUsd),
    lowUsd: Math.min(before.lowUsd, hour.lowUsd),
    closeUsd: hour.closeUsd,
    volumeBase: before.volumeBase + hour.volumeBase,
    takerBuyVolumeBase: bought === null || hour.takerBuyVolumeBase === null ? null : bought + hour.takerBuyVolumeBase,
  }
}

/** A window that only moves forward over candles: the last `count` that were closed at a time; the same while none is. */
export function movingWindow(candles: readonly Candle[], interval: Interval, count: number) {
  let end = 0
  let window: readonly Candle[] = []
  return (timeMs: number): readonly Candle[] => {
    const before = end
    while (end < candles.length && (candles[end]?.openTimeMs ?? 0) + intervalMs[interval] <= timeMs) end++
    if (end !== before) window = sliceWithColumns(candles, Math.max(0, end - count), end)
    return window
  }
}
