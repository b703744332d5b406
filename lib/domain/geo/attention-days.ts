import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { attentionKeys } from "./attention"
import { classArticles, type ClassedArticle } from "./cluster"
import type { AttentionDay, Watch } from "./news"

const MAX_DAYS = 30
/** Outlets and providers publish late, so a day is counted some time after its end. */
const SETTLED_MS = HOUR_MS

/**
 * The known days and those that have ended since, each counted once for each provider that covered all of it. A counted
 * day never changes, so that a baseline has the values of its time. A day without coverage is unknown and not zero.
 */
export function recordAttention(
  known: readonly AttentionDay[],
  watches: readonly Watch[],
  nowMs: number,
): readonly AttentionDay[] {
  // A clock that was ahead may have counted a day too early. Such a day is counted again after its end.
  const isDone = ({ dayMs }: AttentionDay) => dayMs + DAY_MS <= nowMs
  const counted = known.every(isDone) ? known : known.filter(isDone)
  const byDay = new Map(counted.map((day) => [day.dayMs, day.seen]))
  const missing = watches.flatMap((watch) =>
    daysOf(watch)
      .filter((dayMs) => byDay.get(dayMs)?.[watch.provider] === undefined)
      .map((dayMs) => ({ watch, dayMs })),
  )
  if (missing.length === 0) return counted
  const classed = classArticles(missing.flatMap(({ watch }) => watch.articles))
  for (const { watch, dayMs } of missing) {
    byDay.set(dayMs, { ...byDay.get(dayMs), [watch.provider]: countDay(watch, dayMs, classed) })
  }
  const newestMs = Math.max(...byDay.keys())
  return [...byDay]
    .map(([dayMs, seen]) => ({ dayMs, seen }))
    .filter(({ dayMs }) => dayMs > newestMs - MAX_DAYS * DAY_MS)
    .toSorted((a, b) => a.dayMs - b.dayMs)
}

/** The days that a provider covered completely, at most as many as are kept. */
function daysOf({ fromMs, untilMs }: Watch): readonly number[] {
  const newestMs = startOfDay(untilMs - SETTLED_MS) - DAY_MS
  const days: number[] = []
  for (let dayMs = newestMs; dayMs >= fromMs && days.length < MAX_DAYS; dayMs -= DAY_MS) days.push(dayMs)
  return days
}

function countDay({ articles }: Watch, dayMs: number, classed: readonly ClassedArticle[]): Record<string, number> {
  const ofDay = new Set(articles.filter(({ seenAtMs }) => startOfDay(seenAtMs) === dayMs).map(({ url }) => url))
  const counts: Record<string, number> = {}
  for (const article of classed.filter(({ url }) => ofDay.has(url))) {
    for (const key of attentionKeys(article)) counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

function startOfDay(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS
}
