import { countWhile } from "@/lib/domain/bisect"
import { openTimeOf } from "@/lib/domain/market/candle"
import { mean } from "@/lib/domain/statistics/moments"
import { percentileAmong } from "@/lib/domain/statistics/percentile"
import { DAY_MS } from "@/lib/domain/utc-day"
import { rangeVariance } from "@/lib/domain/volatility/features"

/** The volatility index of a venue on a day, given by its 00:00 UTC: the year's volatility that 30 days of options imply, 0.4 is 40%. */
export type ImpliedDay = { readonly atMs: number; readonly close: number }

type DayRange = { readonly openTimeMs: number; readonly highUsd: number; readonly lowUsd: number }

const WINDOW_DAYS = 30
const YEAR_DAYS = 365

/** The index without days after now; empty when it ended before yesterday, because its last day would pass for now. */
export function currentIndex(index: readonly ImpliedDay[], nowMs: number): readonly ImpliedDay[] {
  const past = index.filter(({ atMs }) => atMs <= nowMs)
  const [last] = past.slice(-1)
  return last !== undefined && last.atMs >= openTimeOf(nowMs, "1d") - DAY_MS ? past : []
}

/** The index now and its place among the closes of the year before. */
export function indexPlace(index: readonly ImpliedDay[]) {
  const [now] = index.slice(-1)
  if (now === undefined) return null
  const year = index.filter(({ atMs }) => atMs < now.atMs && atMs >= now.atMs - YEAR_DAYS * DAY_MS)
  return {
    now,
    year,
    percentile: percentileAmong(
      now.close,
      year.map(({ close }) => close),
    ),
  }
}

/** Realised volatility of a year over the 30 days that end with a day (00:00 UTC), by daily ranges; `null` if days are missing. */
function realisedUntil(days: readonly DayRange[], lastDayMs: number): number | null {
  const firstMs = lastDayMs - (WINDOW_DAYS - 1) * DAY_MS
  const from = countWhile(days, ({ openTimeMs }) => openTimeMs < firstMs)
  const window = days.slice(from, from + WINDOW_DAYS)
  const isWhole = window.length === WINDOW_DAYS && window.at(-1)?.openTimeMs === lastDayMs
  const variance = isWhole ? mean(window.map(({ highUsd, lowUsd }) => rangeVariance(highUsd, lowUsd))) : null
  return variance === null ? null : Math.sqrt(YEAR_DAYS * variance)
}

/** The index against the realised volatility of 30 days, before and since. */
export type Premium = {
  readonly realised: number
  /** The index now less the realised volatility of the 30 days before. */
  readonly overRealised: number
  /** Its place among the same difference of each day of the year before; `null` without any. */
  readonly percentile: number | null
  readonly days: number
  /** The index of 30 days ago and what was realised since; `null` without that day. */
  readonly since: { readonly impliedThen: number; readonly realisedSince: number } | null
  /** Days of the year whose index was above what was realised in the 30 days after. Their windows overlap. */
  readonly heldAbove: { readonly days: number; readonly above: number }
}

/** `null` without an index or without 30 whole days of candles. */
export function premiumOf(index: readonly ImpliedDay[], closedDays: readonly DayRange[]): Premium | null {
  const [now, last] = [index.at(-1), closedDays.at(-1)]
  if (now === undefined || last === undefined) return null
  const realised = realisedUntil(closedDays, last.openTimeMs)
  if (realised === null) return null
  const year = index.filter(({ atMs }) => atMs < now.atMs && atMs >= now.atMs - YEAR_DAYS * DAY_MS)
  const differences = year.flatMap(({ atMs, close }) => {
    const before = realisedUntil(closedDays, atMs)
    return before === null ? [] : [close - before]
  })
  const outcomes = year.flatMap(({ atMs, close }) => {
    const realisedSince = realisedUntil(closedDays, atMs + WINDOW_DAYS * DAY_MS)
    return realisedSince === null ? [] : [{ atMs, impliedThen: close, realisedSince }]
  })
  const since = outcomes.at(-1)
  const overRealised = now.close - realised
  return {
    realised,
    overRealised,
    percentile: percentileAmong(overRealised, differences),
    days: differences.length,
    since: since === undefined ? null : { impliedThen: since.impliedThen, realisedSince: since.realisedSince },
    heldAbove: {
      days: outcomes.length,
      above: outcomes.filter(({ impliedThen, realisedSince }) => impliedThen > realisedSince).length,
    },
  }
}
