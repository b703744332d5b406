import type { Coin } from "@/lib/domain/market/coin"
import type { KnownSeries } from "@/lib/domain/signals/market-inputs"
import { BadDataFileError, columnOf, type Csv, numberIn } from "./csv"

/** Series of a study beside candles, oldest first. Other inputs of the engine abstain. */
export type StudySeries = {
  readonly fearGreed: KnownSeries["fearGreed"]
  readonly vix: KnownSeries["vix"]
  readonly dxy: KnownSeries["dxy"]
  readonly spx: KnownSeries["spx"]
  readonly funding: Readonly<Partial<Record<Coin, KnownSeries["funding"]>>>
  readonly etfFlows: Readonly<Partial<Record<Coin, KnownSeries["etfFlows"]>>>
}

export const NO_SERIES: StudySeries = { fearGreed: [], vix: [], dxy: [], spx: [], funding: {}, etfFlows: {} }

/**
 * Adds the series of a file, which is recognised by its columns; `null`: unknown columns. `coin` comes from the file name.
 *
 * @throws {BadDataFileError} it holds no row that can be read
 */
export function withSeries(series: StudySeries, csv: Csv, coin: Coin | null): StudySeries | null {
  const has = (name: string) => csv.columns.includes(name)
  if (has("fng")) {
    const days = dated(csv, "date", "fng").map(({ atMs, value }) => ({ atMs, index: value }))
    return { ...series, fearGreed: inOrder(series.fearGreed, days) }
  }
  if (has("funding_rate") && coin !== null) {
    return { ...series, funding: { ...series.funding, [coin]: inOrder(series.funding[coin] ?? [], fundingOf(csv)) } }
  }
  if (has("total") && coin !== null) {
    return { ...series, etfFlows: { ...series.etfFlows, [coin]: inOrder(series.etfFlows[coin] ?? [], flowsOf(csv)) } }
  }
  if (has("dxy")) return { ...series, dxy: inOrder(series.dxy, dated(csv, "date", "dxy")) }
  if (has("sp500")) return { ...series, spx: inOrder(series.spx, dated(csv, "observation_date", "sp500")) }
  // A daily table of the VIX has no volume, unlike candles.
  if (has("close") && has("date") && csv.file.toLowerCase().includes("vix")) {
    return { ...series, vix: inOrder(series.vix, dated(csv, "date", "close")) }
  }
  return null
}

/** For a repeated time the last row counts. */
function inOrder<P extends { readonly atMs: number }>(known: readonly P[], added: readonly P[]): readonly P[] {
  return [...new Map([...known, ...added].map((point) => [point.atMs, point])).values()].toSorted(
    (a, b) => a.atMs - b.atMs,
  )
}

/** Rows with a number. An empty cell is a day without trading. */
function dated(csv: Csv, dateName: string, valueName: string) {
  const [date, value] = [columnOf(csv, dateName), columnOf(csv, valueName)]
  const points = csv.rows.map((row) => ({ atMs: dayOf(row[date]), value: numberIn(row[value]) }))
  return readable(csv, points, ({ value }) => value)
}

function fundingOf(csv: Csv): KnownSeries["funding"] {
  const [time, rate] = [columnOf(csv, "funding_time_ms"), columnOf(csv, "funding_rate")]
  const points = csv.rows.map((row) => ({ atMs: numberIn(row[time]), fundingPctPer8h: 100 * numberIn(row[rate]) }))
  return readable(csv, points, ({ fundingPctPer8h }) => fundingPctPer8h)
}

/** Days on which no fund reported are holidays, not zeros. */
function flowsOf(csv: Csv): KnownSeries["etfFlows"] {
  const [date, total] = [columnOf(csv, "date"), columnOf(csv, "total")]
  const points = csv.rows
    .filter((row) => row.some((cell, index) => index !== date && index !== total && cell !== ""))
    .map((row) => ({ atMs: dayOf(row[date]), totalUsdM: numberIn(row[total]), usdMByFund: {}, isFinal: true }))
  return readable(csv, points, ({ totalUsdM }) => totalUsdM)
}

/** 00:00 UTC of a day such as 2024-01-31. NaN for any other text. */
function dayOf(text: string | undefined): number {
  return Date.parse(`${text}T00:00:00Z`)
}

/** Rejects a file without a readable row, for example with another date format. Otherwise its votes would be missing. */
function readable<P extends { readonly atMs: number }>(csv: Csv, points: readonly P[], valueOf: (point: P) => number) {
  const found = points.filter((point) => Number.isFinite(point.atMs) && Number.isFinite(valueOf(point)))
  if (found.length === 0) throw new BadDataFileError(csv.file, "has no row with a time and a number (days: YYYY-MM-DD)")
  return found
}
