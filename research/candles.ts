import { type Candle, type Interval, intervalMs } from "@/lib/domain/market/candle"
import { sliceWithColumns } from "@/lib/domain/market/columns"
import { BadDataFileError, columnOf, type Csv, numberIn } from "./csv"

/** Hourly candles of one coin with the 4-hour and daily candles made from them. An open candle at the end is left out. */
export type CandleHistory = {
  readonly hours: readonly Candle[]
  readonly fourHours: readonly Candle[]
  readonly days: readonly Candle[]
}

/**
 * The candles of one coin from its files, in any order. For a repeated hour, the last row counts.
 *
 * @throws {BadDataFileError} a row is not a candle of an hour
 */
export function toHistory(files: readonly Csv[]): CandleHistory {
  const byTime = new Map(files.flatMap(hoursOf).map((hour) => [hour.openTimeMs, hour]))
  const hours = [...byTime.values()].toSorted((a, b) => a.openTimeMs - b.openTimeMs)
  return { hours, fourHours: fold(hours, "4h"), days: fold(hours, "1d") }
}

/** `open_time_ms, open, high, low, close, volume_base`, hourly, and `taker_buy_base` where there is one. */
function hoursOf(csv: Csv): readonly Candle[] {
  const [time, open, high, low, close, volume] = [
    columnOf(csv, "open_time_ms"),
    columnOf(csv, "open"),
    columnOf(csv, "high"),
    columnOf(csv, "low"),
    columnOf(csv, "close"),
    columnOf(csv, "volume_base"),
  ]
  const taker = csv.columns.indexOf("taker_buy_base")
  return csv.rows.map((row, index): Candle => {
    const number = (column: number) => {
      const value = numberIn(row[column])
      if (!Number.isFinite(value)) throw new BadDataFileError(csv.file, `has no number in line ${index + 2}`)
      return value
    }
    const candle = {
      openTimeMs: number(time),
      openUsd: number(open),
      highUsd: number(high),
      lowUsd: number(low),
      closeUsd: number(close),
      volumeBase: number(volume),
      takerBuyVolumeBase: taker < 0 ? null : number(taker),
    }
    const wrong = wrongIn(candle)
    if (wrong !== null) throw new BadDataFileError(csv.file, `has ${wrong} in line ${index + 2}`)
    return candle
  })
}

/** Rejects impossible prices, because a price of zero makes the volatility infinite. */
function wrongIn({ openTimeMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase }: Candle): string | null {
  if (openTimeMs % intervalMs["1h"] !== 0) return "a time that is not the start of an hour in milliseconds"
  const isOrdered = lowUsd <= Math.min(openUsd, closeUsd) && Math.max(openUsd, closeUsd) <= highUsd
  if (lowUsd <= 0 || !isOrdered) return "prices that are not positive or outside of low and high"
  return volumeBase < 0 ? "a negative volume" : null
}

/** Makes longer candles from hours. A candle with missing hours is kept, as providers do. An open candle is left out. */
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

/** The last `count` closed candles at a time. Times must ascend. Returns the same array until another candle closes. */
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
