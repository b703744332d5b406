import { median } from "@/lib/domain/statistics/moments"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { classArticles, type ClassedArticle } from "./cluster"
import type { GeoCategory } from "./geo-class"
import type { AttentionDay, NewsArticle } from "./news"

/** How unusual the amount of news is. `null`: no baseline of at least a week. */
export type Novelty = { readonly z: number | null; readonly baselineDaily: number | null }

/** Fewer days are no baseline. */
export const FEWEST_DAYS = 7
const MOST_DAYS = 30
/** Outlets and those who read them come late: a day is counted when it has been over for a while. */
const SETTLED_MS = HOUR_MS
/** Scales the median deviation to a standard deviation of a normal distribution. */
const MAD_TO_SIGMA = 1.4826

/** Counts articles of one category that name a country (`null`: none), seen in the day up to an instant. */
export type AttentionCounter = (asked: {
  readonly category: GeoCategory
  readonly country: string | null
  readonly untilMs: number
}) => number

/** One kind of event: a category, and a country as ISO 3166 alpha-2 (`null`: none is named). */
export function attentionKey(category: GeoCategory, country: string | null): string {
  return country === null ? category : `${category} ${country}`
}

export function attentionCounter(articles: readonly ClassedArticle[]): AttentionCounter {
  const times = new Map<string, number[]>()
  for (const article of articles) {
    for (const key of keysOf(article)) {
      times.set(key, times.get(key) ?? [])
      times.get(key)?.push(article.seenAtMs)
    }
  }
  return ({ category, country, untilMs }) =>
    (times.get(attentionKey(category, country)) ?? []).filter(
      (seenMs) => seenMs <= untilMs && seenMs > untilMs - DAY_MS,
    ).length
}

/**
 * The known days and those that have since passed, each counted once: what was counted is never counted again, so that a
 * baseline says what was known then. Days before `coversFromMs` are not known, which is not the same as quiet.
 */
export function recordAttention(
  known: readonly AttentionDay[],
  articles: readonly NewsArticle[],
  { coversFromMs, nowMs }: { readonly coversFromMs: number; readonly nowMs: number },
): readonly AttentionDay[] {
  const newest = startOfDay(nowMs - SETTLED_MS) - DAY_MS
  // What a clock that was ahead has counted was not over: it is counted when it is.
  const isDone = ({ dayMs }: AttentionDay) => dayMs + DAY_MS <= nowMs
  const counted = known.every(isDone) ? known : known.filter(isDone)
  const missing: number[] = []
  for (let dayMs = newest; dayMs >= coversFromMs && missing.length < MOST_DAYS; dayMs -= DAY_MS) {
    if (!counted.some((day) => day.dayMs === dayMs)) missing.push(dayMs)
  }
  if (missing.length === 0) return counted
  const classed = classArticles(articles)
  return [...counted, ...missing.map((dayMs) => countDay(classed, dayMs))]
    .filter(({ dayMs }) => dayMs > newest - MOST_DAYS * DAY_MS)
    .toSorted((a, b) => a.dayMs - b.dayMs)
}

function countDay(articles: readonly ClassedArticle[], dayMs: number): AttentionDay {
  const counts: Record<string, number> = {}
  for (const article of articles.filter(({ seenAtMs }) => startOfDay(seenAtMs) === dayMs)) {
    for (const key of keysOf(article)) counts[key] = (counts[key] ?? 0) + 1
  }
  return { dayMs, counts }
}

function keysOf({ about: { category }, countries }: ClassedArticle): readonly string[] {
  return countries.length === 0
    ? [attentionKey(category, null)]
    : countries.map((country) => attentionKey(category, country))
}

function startOfDay(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS
}

/** Deviation of a count from its baseline, robust against single loud days; counts move by one at least. */
export function robustZ(count: number, dailyCounts: readonly number[], fewestDays = FEWEST_DAYS): Novelty {
  const centre = median(dailyCounts)
  if (centre === null || dailyCounts.length < fewestDays) return { z: null, baselineDaily: null }
  const spread = median(dailyCounts.map((value) => Math.abs(value - centre))) ?? 0
  return { z: (count - centre) / Math.max(1, MAD_TO_SIGMA * spread), baselineDaily: centre }
}

/** The most unusual of the countries that an event names, against the days that were over by then. */
export function noveltyOf(
  event: { readonly category: GeoCategory; readonly countries: readonly string[]; readonly untilMs: number },
  count: AttentionCounter,
  attention: readonly AttentionDay[],
): Novelty {
  const { category, untilMs } = event
  const named: readonly (string | null)[] = event.countries.length === 0 ? [null] : event.countries
  const before = attention.filter(({ dayMs }) => dayMs + DAY_MS <= untilMs)
  const found = named.map((country) => {
    const key = attentionKey(category, country)
    return robustZ(
      count({ category, country, untilMs }),
      before.map(({ counts }) => counts[key] ?? 0),
    )
  })
  return found.reduce<Novelty>(
    (most, one) => ((one.z ?? Number.NEGATIVE_INFINITY) > (most.z ?? Number.NEGATIVE_INFINITY) ? one : most),
    { z: null, baselineDaily: null },
  )
}

/** All geopolitical articles of the last day against the six days before it, as far as the scan reaches back. */
export function attentionIndex(
  articles: readonly ClassedArticle[],
  { nowMs, coversFromMs }: { readonly nowMs: number; readonly coversFromMs: number },
): { readonly value: number; readonly z: number | null } {
  const inDay = (daysAgo: number) =>
    articles.filter(({ seenAtMs }) => {
      const ageMs = nowMs - seenAtMs - daysAgo * DAY_MS
      return ageMs >= 0 && ageMs < DAY_MS
    }).length
  const before = [1, 2, 3, 4, 5, 6].filter((daysAgo) => nowMs - (daysAgo + 1) * DAY_MS >= coversFromMs).map(inDay)
  const value = inDay(0)
  return { value, z: robustZ(value, before, before.length === 6 ? 6 : FEWEST_DAYS).z }
}
