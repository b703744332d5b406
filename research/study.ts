import { basename } from "node:path"
import { COINS, type Coin } from "@/lib/domain/market/coin"
import type { SignalParams } from "@/lib/domain/signals/compute-signal"
import { type CandleHistory, toHistory } from "./candles"
import type { DatedModel } from "./fit/dated-model"
import { BadDataFileError, type Csv, readCsv } from "./csv"
import { NO_SERIES, type StudySeries, withSeries } from "./series"

/** The contents of a set of files. */
export type Study = {
  readonly histories: ReadonlyMap<Coin, CandleHistory>
  readonly series: StudySeries
  /** Absent: the minimum of the service. */
  readonly minimum?: NonNullable<SignalParams["minimum"]>
  /** See `ReplayInput`. */
  readonly models?: readonly DatedModel[]
}

/** Candles alone give 13 indicators in two categories, fewer than the minimum of the service. */
const CANDLES_ONLY = { indicators: 12, categories: 2 } as const

/**
 * Reads data files, each told by its columns: hourly candles (`open_time_ms, open, high, low, close, volume_base`), fear
 * & greed, funding, ETF flows, VIX, DXY, S&P 500. The coin is the one that the file's name holds. Several files of one
 * kind, such as one a year, are read as one.
 *
 * @throws {BadDataFileError} a file is none of these, or no coin has candles
 */
export function readStudy(files: readonly string[]): Study {
  const candles = new Map<Coin, readonly Csv[]>()
  let series = NO_SERIES
  for (const file of files) {
    const csv = readCsv(file)
    const coin = COINS.find((symbol) => basename(file).toUpperCase().includes(symbol)) ?? null
    if (csv.columns.includes("open_time_ms") && coin !== null) {
      candles.set(coin, [...(candles.get(coin) ?? []), csv])
      continue
    }
    const added = withSeries(series, csv, coin)
    if (added === null) throw new BadDataFileError(file, "is neither hourly candles of a known coin nor a known series")
    series = added
  }
  if (candles.size === 0) throw new BadDataFileError("The list of files", "holds no hourly candles")
  const hasMore = series.fearGreed.length > 0 && series.vix.length + series.spx.length + series.dxy.length > 0
  const histories = new Map([...candles].map(([coin, tables]) => [coin, toHistory(tables)] as const))
  return { histories, series, ...(!hasMore && { minimum: CANDLES_ONLY }) }
}
