import type { z } from "zod"
import { groupBy } from "@/lib/domain/group-by"
import {
  byVenue,
  type Day,
  daysOf,
  type VenuePart,
  type VenuePoint,
  venuesOfTotal,
} from "@/lib/domain/market/venue-totals"
import { percentileAmong } from "@/lib/domain/statistics/percentile"
import { round } from "@/lib/domain/round"
import { DAY_MS, isoDate } from "@/lib/domain/utc-day"
import type { derivativesContract } from "./contract"

type History = z.output<typeof derivativesContract.response>["history_30d"]["basis_pct"]

const SPAN_DAYS = 30
/** A percentile of fewer days says nothing. */
export const MIN_PERCENTILE_DAYS = 10

type Rules<P extends VenuePoint> = {
  /** The value of one venue on one UTC day. */
  readonly dayOf: (day: readonly [P, ...P[]]) => number
  /** The total of a day; the weights are those of now. */
  readonly totalOf: (values: readonly (readonly [venue: string, value: number])[]) => number
}

/** Not rounded, because percentiles rank these values. */
export type ExactHistory = {
  readonly total: readonly Day[]
  readonly venues: readonly { readonly venue: string; readonly days: readonly Day[] }[]
}

/** Days of each venue, and the total of days that every venue with a month has. */
export function historyOf<P extends VenuePoint>(
  points: readonly P[],
  nowMs: number,
  { dayOf, totalOf }: Rules<P>,
): ExactHistory {
  const fromMs = (Math.floor(nowMs / DAY_MS) - SPAN_DAYS + 1) * DAY_MS
  const recent = points.filter(({ atMs }) => atMs >= fromMs && atMs <= nowMs)
  const venues = [...byVenue(recent, "")].map(([venue, own]) => ({ venue, days: daysOf(own, dayOf) }))
  const counted = venuesOfTotal(venues)
  const values = counted.flatMap(({ venue, days }) => days.map((day) => ({ venue, ...day })))
  const totals = groupBy(values, ({ dayMs }) => String(dayMs))
    .filter((day) => day.length === counted.length)
    .map((day) => ({ dayMs: day[0].dayMs, value: totalOf(day.map(({ venue, value }) => [venue, value])) }))
    .toSorted((a, b) => a.dayMs - b.dayMs)
  return { total: totals, venues }
}

function divided(days: readonly Day[], by: readonly Day[]): readonly Day[] {
  return days.map(({ dayMs, value }, i) => ({ dayMs, value: by[i]?.value ? value / by[i].value : 0.5 }))
}

/** One history divided by another one of the same days; of nothing it is a half. */
export function shareOf(part: ExactHistory, whole: ExactHistory): ExactHistory {
  return {
    total: divided(part.total, whole.total),
    venues: part.venues.map(({ venue, days }, i) => ({ venue, days: divided(days, whole.venues[i]?.days ?? []) })),
  }
}

export function historyField({ total, venues }: ExactHistory, decimals: number): History {
  const shown = (days: readonly Day[]) =>
    days.map(({ dayMs, value }) => ({ date: isoDate(dayMs), value: round(value, decimals) }))
  return { total: shown(total), venues: venues.map(({ venue, days }) => ({ venue, days: shown(days) })) }
}

/** The mean of a day's venues by the open interest of now; of venues without any, the plain mean of one venue alone. */
export function byOpenInterest(interest: readonly VenuePart[]) {
  const weights = new Map(interest.map(({ venue, value }) => [venue, value]))
  return (values: readonly (readonly [venue: string, value: number])[]): number => {
    const weighed = values.map(([venue, value]) => [weights.get(venue) ?? 0, value] as const)
    const sum = weighed.reduce((total, [weight]) => total + weight, 0)
    if (sum === 0) return values[0]?.[1] ?? 0
    return weighed.reduce((total, [weight, value]) => total + weight * value, 0) / sum
  }
}

/** The place of the newest value among those before it; `null` with too few. */
export function percentileOf(values: readonly number[], least: number): number | null {
  const newest = values.at(-1)
  if (newest === undefined || values.length < least) return null
  const place = percentileAmong(newest, values.slice(0, -1))
  return place === null ? null : round(place, 4)
}
