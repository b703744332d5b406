import { median } from "@/lib/domain/statistics/moments"
import { DAY_MS } from "@/lib/domain/utc-day"
import type { ClassedArticle } from "./cluster"
import type { GeoCategory } from "./geo-class"
import type { AttentionBaseline } from "./news"

/** How unusual the amount of news is. `null`: no baseline of at least a week. */
export type Novelty = { readonly z: number | null; readonly baselineDaily: number | null }

const FEWEST_DAYS = 7
/** Scales the median deviation to a standard deviation of a normal distribution. */
const MAD_TO_SIGMA = 1.4826

/** Counts articles of one category that name a country (`null`: none), seen in the day up to an instant. */
export type AttentionCounter = (asked: {
  readonly category: GeoCategory
  readonly country: string | null
  readonly untilMs: number
}) => number

export function attentionCounter(articles: readonly ClassedArticle[]): AttentionCounter {
  const times = new Map<string, number[]>()
  for (const { about, countries, seenAtMs } of articles) {
    const named = countries.length === 0 ? [null] : countries
    for (const key of named.map((country) => `${about.category} ${country}`)) {
      times.set(key, times.get(key) ?? [])
      times.get(key)?.push(seenAtMs)
    }
  }
  return ({ category, country, untilMs }) =>
    (times.get(`${category} ${country}`) ?? []).filter((seenMs) => seenMs <= untilMs && seenMs > untilMs - DAY_MS)
      .length
}

/** Deviation of a count from its baseline, robust against single loud days; counts move by one at least. */
export function robustZ(count: number, dailyCounts: readonly number[], fewestDays = FEWEST_DAYS): Novelty {
  const centre = median(dailyCounts)
  if (centre === null || dailyCounts.length < fewestDays) return { z: null, baselineDaily: null }
  const spread = median(dailyCounts.map((value) => Math.abs(value - centre))) ?? 0
  return { z: (count - centre) / Math.max(1, MAD_TO_SIGMA * spread), baselineDaily: centre }
}

/** The most unusual of the countries that an event names; unknown when none has a baseline. */
export function noveltyOf(
  event: { readonly category: GeoCategory; readonly countries: readonly string[]; readonly untilMs: number },
  count: AttentionCounter,
  baselines: readonly AttentionBaseline[],
): Novelty {
  const { category, untilMs } = event
  const named: readonly (string | null)[] = event.countries.length === 0 ? [null] : event.countries
  const found = named.flatMap((country) => {
    const baseline = baselines.find((one) => one.category === category && one.country === country)
    if (baseline === undefined) return []
    return [robustZ(count({ category, country, untilMs }), baseline.dailyCounts)]
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
