import type { Coin } from "@/lib/domain/market/coin"
import type { KnownSeries } from "@/lib/domain/signals/market-inputs"
import { columnOf, type Csv } from "./csv"

/** What a study may read beside candles, oldest first; the rest of the engine's inputs abstain. */
export type StudySeries = {
  readonly fearGreed: KnownSeries["fearGreed"]
  readonly vix: KnownSeries["vix"]
  readonly dxy: KnownSeries["dxy"]
  readonly spx: KnownSeries["spx"]
  readonly funding: Readonly<Partial<Record<Coin, KnownSeries["funding"]>>>
  readonly etfFlows: Readonly<Partial<Record<Coin, KnownSeries["etfFlows"]>>>
}

export const NO_SERIES: StudySeries = { fearGreed: [], vix: [], dxy: [], spx: [], funding: {}, etfFlows: {} }

/** Adds what a file holds, told by its columns; `null` for a file of another kind. `coin` is from the file's name. */
export function withSeries(series: StudySeries, csv: Csv, coin: Coin | null): StudySeries | null {
  const has = (name: string) => csv.columns.includes(name)
  if (has("fng")) {
    return { ...series, fearGreed: dated(csv, "date", "fng").map(({ atMs, value }) => ({ atMs, index: value })) }
  }
  if (has("funding_rate") && coin !== null) {
    return { ...series, funding: { ...series.funding, [coin]: fundingOf(csv) } }
  }
  if (has("total") && coin !== null) return { ...series, etfFlows: { ...series.etfFlows, [coin]: flowsOf(csv) } }
  if (has("dxy")) return { ...series, dxy: dated(csv, "date", "dxy") }
  if (has("sp500")) return { ...series, spx: dated(csv, "observation_date", "sp500") }
  // A daily table of the VIX has no volume, which tells it from candles.
  if (has("close") && has("date") && csv.file.toLowerCase().includes("vix")) {
    return { ...series, vix: dated(csv, "date", "close") }
  }
  return null
}

/** Rows with a number; a blank cell is a day without trading. */
function dated(csv: Csv, dateName: string, valueName: string) {
  const [date, value] = [columnOf(csv, dateName), columnOf(csv, valueName)]
  return csv.rows.flatMap((row) => {
    const point = { atMs: Date.parse(`${row[date]}T00:00:00Z`), value: Number(row[value]) }
    return (row[value] ?? "").trim() === "" || !Number.isFinite(point.value) || Number.isNaN(point.atMs) ? [] : [point]
  })
}

function fundingOf(csv: Csv): KnownSeries["funding"] {
  const [time, rate] = [columnOf(csv, "funding_time_ms"), columnOf(csv, "funding_rate")]
  return csv.rows.map((row) => ({ atMs: Number(row[time]), fundingPctPer8h: 100 * Number(row[rate]) }))
}

/** Days on which no fund reported are holidays, not zeros. */
function flowsOf(csv: Csv): KnownSeries["etfFlows"] {
  const [date, total] = [columnOf(csv, "date"), columnOf(csv, "total")]
  return csv.rows.flatMap((row) => {
    const reported = row.some((cell, index) => index !== date && index !== total && cell !== "")
    const totalUsdM = Number(row[total])
    if (!reported || !Number.isFinite(totalUsdM)) return []
    return [{ atMs: Date.parse(`${row[date]}T00:00:00Z`), totalUsdM, usdMByFund: {}, isFinal: true }]
  })
}
