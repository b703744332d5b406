import { median } from "@/lib/domain/statistics/moments"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import type { ClassedArticle } from "./cluster"
import type { GeoCategory } from "./geo-class"
import type { AttentionDay, NewsScan, Watch } from "./news"

/** How unusual the amount of news is. `null`: no baseline of at least a week. */
export type Novelty = { readonly z: number | null; readonly baselineDaily: number | null }

/** Fewer days do not form a baseline. */
export const MIN_DAYS = 7
/** Outlets and providers publish late. A provider that answered this recently counts as current. */
const LATE_MS = HOUR_MS
/** Scales the median deviation to a standard deviation of a normal distribution. */
const MAD_TO_SIGMA = 1.4826

/**
 * The amount of news for each topic and provider. Each provider is compared with its own days only, so that a provider
 * that is added or fails does not change the result.
 */
export type Attention = {
  /** For an event last reported at `untilMs`: the highest value of its countries and providers. */
  noveltyOf(event: {
    readonly category: GeoCategory
    readonly countries: readonly string[]
    readonly untilMs: number
  }): Novelty
  /** All of geopolitics in the day before `nowMs` against the six days before it. `null`: no provider covered all of them. */
  indexZ(nowMs: number): number | null
}

/** One kind of event: a category, and a country as ISO 3166 alpha-2 (`null`: none is named). */
export function attentionKey(category: GeoCategory, country: string | null): string {
  return country === null ? category : `${category} ${country}`
}

/** The kinds that an article counts for. */
export function attentionKeys({ about: { category }, countries }: ClassedArticle): readonly string[] {
  return countries.length === 0
    ? [attentionKey(category, null)]
    : countries.map((country) => attentionKey(category, country))
}

/** `classed`: the scan's articles by topic (`classArticles`). */
export function attentionIn({ watches, attention }: NewsScan, classed: readonly ClassedArticle[]): Attention {
  const counted = watches.map((watch) => ({ watch, ...timesOf(watch, classed) }))

  return {
    noveltyOf({ category, countries, untilMs }) {
      const keys = (countries.length === 0 ? [null] : countries).map((country) => attentionKey(category, country))
      const before = attention.filter(({ dayMs }) => dayMs + DAY_MS <= untilMs)
      return counted
        .filter(({ watch }) => coversPeriod(watch, untilMs - DAY_MS, untilMs))
        .flatMap(({ watch, byKey }) => {
          const days = daysOf(watch, before)
          return keys.map((key) => robustZ(inDayTo(untilMs, byKey.get(key) ?? []), countsOf(key, days)))
        })
        .reduce((most, one) => (zOrLeast(one) > zOrLeast(most) ? one : most), UNKNOWN)
    },
    indexZ(nowMs) {
      const first = counted.find(({ watch }) => coversPeriod(watch, nowMs - 7 * DAY_MS, nowMs))
      if (first === undefined) return null
      const [today = 0, ...before] = [0, 1, 2, 3, 4, 5, 6].map((ago) => inDayTo(nowMs - ago * DAY_MS, first.all))
      return robustZ(today, before, before.length).z
    },
  }
}

/** Days of the longest baseline among the current providers. */
export function baselineDays({ watches, attention }: NewsScan, nowMs: number): number {
  const lengths = watches
    .filter((watch) => coversPeriod(watch, nowMs - DAY_MS, nowMs))
    .map((watch) => daysOf(watch, attention).length)
  return Math.max(0, ...lengths)
}

type Times = { readonly byKey: ReadonlyMap<string, readonly number[]>; readonly all: readonly number[] }

type Counts = Readonly<Record<string, number>>

const UNKNOWN: Novelty = { z: null, baselineDaily: null }

/** The times of a provider's geopolitical articles, each link once. */
function timesOf({ articles }: Watch, classed: readonly ClassedArticle[]): Times {
  const byUrl = new Map(classed.map((article) => [article.url, article]))
  const byKey = new Map<string, number[]>()
  const all: number[] = []
  for (const { url, seenAtMs } of articles) {
    const article = byUrl.get(url)
    if (article === undefined) continue
    byUrl.delete(url)
    all.push(seenAtMs)
    for (const key of attentionKeys(article)) {
      const times = byKey.get(key) ?? []
      byKey.set(key, times)
      times.push(seenAtMs)
    }
  }
  return { byKey, all }
}

function daysOf({ provider }: Watch, attention: readonly AttentionDay[]): readonly Counts[] {
  return attention.map(({ seen }) => seen[provider]).filter((counts) => counts !== undefined)
}

function countsOf(key: string, days: readonly Counts[]): readonly number[] {
  return days.map((counts) => counts[key] ?? 0)
}

const zOrLeast = ({ z }: Novelty) => z ?? Number.NEGATIVE_INFINITY

function coversPeriod({ fromMs, untilMs }: Watch, beginMs: number, endMs: number): boolean {
  return fromMs <= beginMs && untilMs >= endMs - LATE_MS
}

function inDayTo(untilMs: number, times: readonly number[]): number {
  return times.filter((seenMs) => seenMs <= untilMs && seenMs > untilMs - DAY_MS).length
}

/** Deviation of a count from its baseline, robust against single extreme days. The scale is at least one. */
export function robustZ(count: number, dailyCounts: readonly number[], fewestDays = MIN_DAYS): Novelty {
  const centre = median(dailyCounts)
  if (centre === null || dailyCounts.length < fewestDays) return UNKNOWN
  const spread = median(dailyCounts.map((value) => Math.abs(value - centre))) ?? 0
  return { z: (count - centre) / Math.max(1, MAD_TO_SIGMA * spread), baselineDaily: centre }
}
