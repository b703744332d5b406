import { SourceMalformedError } from "@/lib/outbound/errors"
import { isCalendarDay } from "./calendar-list"
import { tooManyDropped } from "./valid-rows"
import { toSeries, type Series } from "./series"

/** A value of one trading day. `atMs` is 00:00 UTC of its date; the unit is that of the series. */
export type DailyValue = { readonly atMs: number; readonly value: number }

/** One row as read: `undefined` is unreadable, `null` is a day without value, which is normal. */
export type DailyRow = DailyValue | null | undefined

/**
 * Keeps the days with a value and counts the unreadable ones.
 *
 * @throws {SourceMalformedError} when more than 20% are unreadable.
 * @throws {SourceUnavailableError} when no day has a value.
 */
export function toDailySeries(host: string, rows: readonly DailyRow[]): Series<DailyValue> {
  const droppedRows = rows.filter((row) => row === undefined).length
  if (tooManyDropped(droppedRows, rows.length)) {
    throw new SourceMalformedError({ kind: "schema", host, message: `${host} sent ${droppedRows} unreadable days.` })
  }
  const days = rows.filter((row) => row !== null && row !== undefined)
  return toSeries(host, days, droppedRows)
}

/** 00:00 UTC of `YYYY-MM-DD`, or `undefined` for a day that the calendar lacks. */
export function dayOfIsoDate(text: string): number | undefined {
  return isCalendarDay(text) ? Date.parse(`${text}T00:00:00Z`) : undefined
}
