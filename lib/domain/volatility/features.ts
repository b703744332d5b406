import { at } from "@/lib/domain/indicators/series"
import type { Columns } from "@/lib/domain/market/columns"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"

/** Trailing windows of hours whose variance the forecast weighs. */
export const WINDOWS_H = [6, 24, 72, 168, 720, 1440] as const
const MONTH_WINDOW = 4
/** A window with fewer of its hours is not used. */
const MIN_SHARE_OF_HOURS = 20 / 24
const YEAR_DAYS = 365
const MIN_YEAR_DAYS = 300
const WEEK_HOURS = 168
/** Mean square of the log range of Brownian motion of variance 1. */
const LOG_RANGE_SQUARES = 4 * Math.LN2
/** The epoch was a Thursday. */
const HOURS_BEFORE_EPOCH = 72

/** The inputs of the volatility forecast at a close, from closed candles only. */
export type ForecastFeatures = {
  readonly nowMs: number
  /** Log of the variance per day of each window of hours, each hour divided by the usual variance of its hour of the week. */
  readonly windowLogs: readonly number[]
  /** Log of the mean variance of the last 365 complete UTC days. */
  readonly yearLog: number
  /** Absolute log return of the last 24 hours and 7 days, in standard deviations of the last 30 days. */
  readonly move24h: number
  readonly move7d: number
  /** Shares of the next 24 hours by UTC weekday. */
  readonly weekdays: { readonly saturday: number; readonly sunday: number; readonly monday: number }
}

/**
 * Variances are those of the high-low range (Parkinson 1980, doi:10.1086/296071).
 *
 * `null` without 60 days of hours and 300 days, or where a window did not move.
 */
export function forecastFeatures(
  { hours, days }: { readonly hours: Columns; readonly days: Columns },
  hourOfWeek: readonly number[],
): ForecastFeatures | null {
  const windowLogs = windowLogsOf(hours, hourOfWeek)
  const yearLog = yearLogOf(days)
  if (windowLogs === null || yearLog === null) return null
  const nowMs = at(hours.openTimeMs, hours.length - 1) + HOUR_MS
  const sigma = Math.exp((windowLogs[MONTH_WINDOW] ?? 0) / 2)
  const [day, week] = [moveOver(hours, 24), moveOver(hours, 168)]
  if (day === null || week === null) return null
  return {
    nowMs,
    windowLogs,
    yearLog,
    move24h: day / sigma,
    move7d: week / (sigma * Math.sqrt(7)),
    weekdays: { saturday: weekdayShare(6, nowMs), sunday: weekdayShare(0, nowMs), monday: weekdayShare(1, nowMs) },
  }
}

/** Hours since Monday 00:00 UTC. */
export function hourOfWeekAt(timeMs: number): number {
  return (Math.floor(timeMs / HOUR_MS) + HOURS_BEFORE_EPOCH) % WEEK_HOURS
}

export function rangeVariance(high: number, low: number): number {
  return Math.log(high / low) ** 2 / LOG_RANGE_SQUARES
}

/** Share of the next 24 hours that falls on a weekday (0 is Sunday) in UTC. */
function weekdayShare(weekday: number, nowMs: number): number {
  const gone = (nowMs % DAY_MS) / DAY_MS
  const today = new Date(nowMs).getUTCDay()
  return (today === weekday ? 1 - gone : 0) + ((today + 1) % 7 === weekday ? gone : 0)
}

/** `null` where a window has too few hours or did not move. */
function windowLogsOf(
  { openTimeMs, high, low, length }: Columns,
  hourOfWeek: readonly number[],
): readonly number[] | null {
  const endMs = at(openTimeMs, length - 1) + HOUR_MS
  const logs: number[] = []
  let [i, sum, hours] = [length - 1, 0, 0]
  for (const window of WINDOWS_H) {
    const fromMs = endMs - window * HOUR_MS
    for (; i >= 0 && at(openTimeMs, i) >= fromMs; i--) {
      sum += Math.log(at(high, i) / at(low, i)) ** 2 / (hourOfWeek[hourOfWeekAt(at(openTimeMs, i))] ?? 1)
      hours++
    }
    if (hours < MIN_SHARE_OF_HOURS * window || sum <= 0) return null
    logs.push(Math.log((24 * sum) / (hours * LOG_RANGE_SQUARES)))
  }
  return logs
}

/** Six closes of a day share its daily candles. */
const knownYearLogs = new WeakMap<Columns, number | null>()

function yearLogOf(days: Columns): number | null {
  const known = knownYearLogs.get(days)
  if (known !== undefined) return known
  const log = computeYearLog(days)
  knownYearLogs.set(days, log)
  return log
}

function computeYearLog({ high, low, length }: Columns): number | null {
  const count = Math.min(length, YEAR_DAYS)
  if (count < MIN_YEAR_DAYS) return null
  let sum = 0
  for (let i = length - count; i < length; i++) sum += rangeVariance(at(high, i), at(low, i))
  return sum > 0 ? Math.log(sum / count) : null
}

/** Absolute log return since the last close at or before `hours` hours ago. */
function moveOver({ openTimeMs, close, length }: Columns, hours: number): number | null {
  const fromMs = at(openTimeMs, length - 1) - hours * HOUR_MS
  let i = length - 1
  while (i >= 0 && at(openTimeMs, i) > fromMs) i--
  return i < 0 ? null : Math.abs(Math.log(at(close, length - 1) / at(close, i)))
}
