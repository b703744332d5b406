import { columnOf, numberIn, readCsv } from "@/research/csv"
import type { HISTORY_ASSETS } from "@/lib/domain/geo/class-history"
import { fitReturns, testReturns } from "@/lib/domain/geo/event-study"
import { type PastEvent, pastEvents } from "@/lib/domain/geo/past-events"

export type HistoryAsset = (typeof HISTORY_ASSETS)[number]

/** One close a session, ascending. `date`: UTC, `2026-11-20`. */
export type DailyClose = { readonly date: string; readonly close: number }

/** The estimation window, in sessions before the event. */
const FIRST_SESSION = 130
const LAST_SESSION = 10
/** Past events state percents and t-values to one decimal place. */
const ROUNDING = 0.051

/** Reads daily closes from a CSV file. @throws {BadDataFileError} a column is missing */
export function readDailyCloses(file: string, dateColumn: string, closeColumn: string): readonly DailyClose[] {
  const csv = readCsv(file)
  const [date, close] = [columnOf(csv, dateColumn), columnOf(csv, closeColumn)]
  return csv.rows
    .map((row) => ({ date: row[date]?.slice(0, 10) ?? "", close: numberIn(row[close]) }))
    .filter((row) => row.close > 0)
}

/** Abnormal log return in percent and its t-value on the session of an event; `null` where too few closes precede it. */
export function moveOnDay(daily: readonly DailyClose[], date: string): { percent: number; t: number } | null {
  const at = daily.findIndex((day) => day.date >= date)
  if (at < FIRST_SESSION) return null
  const closes = daily.slice(at - FIRST_SESSION - 1, at + 1).map(({ close }) => close)
  const returns = closes.slice(1).map((close, index) => Math.log(close / (closes[index] ?? close)))
  const model = fitReturns(returns.slice(0, FIRST_SESSION - LAST_SESSION))
  if (model === null) return null
  const { car, t } = testReturns(model, returns.slice(-1))
  return { percent: 100 * car, t }
}

/** Names the past events whose stated move of `asset` differs from the closes. */
export function differingEvents(
  asset: HistoryAsset,
  daily: readonly DailyClose[],
  events: readonly PastEvent[] = pastEvents,
): readonly string[] {
  return events
    .filter((event) => {
      const [percent, t] = event[asset]
      const measured = moveOnDay(daily, event.date)
      const errors = [(measured?.percent ?? Number.NaN) - percent, (measured?.t ?? Number.NaN) - t]
      return !errors.every((error) => Math.abs(error) <= ROUNDING)
    })
    .map(({ date, name }) => `${date} ${name}`)
}
