import fc from "fast-check"
import type { AttentionDay, NewsArticle, NewsScan, Watch } from "@/lib/domain/geo/news"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"

export const nowMs = Date.UTC(2026, 10, 20, 12)

/** A headline seen some hours ago, its link made of domain and title. */
export function article(title: string, hoursAgo: number, domain: string, rest: Partial<NewsArticle> = {}): NewsArticle {
  const url = `https://${domain}/${title.toLowerCase().replaceAll(" ", "-")}`
  const seenAtMs = nowMs - hoursAgo * HOUR_MS
  return { title, url, domain, language: "English", seenAtMs, isOfficial: false, location: null, ...rest }
}

export function scan(articles: readonly NewsArticle[], rest: Partial<NewsScan> = {}): NewsScan {
  const lastPollMs = nowMs - 5 * 60_000
  return {
    articles,
    providers: [{ name: "gdelt", isOk: true, coverage: "global", lastPollMs }],
    watches: [watch(articles)],
    attention: [],
    ...rest,
  }
}

/** The week to now, seen by one provider. */
export function watch(articles: readonly NewsArticle[], rest: Partial<Watch> = {}): Watch {
  return { provider: "gdelt", articles, fromMs: nowMs - 7 * DAY_MS, untilMs: nowMs, ...rest }
}

/** Thirty quiet days about Iran and its strait. */
export const quietStrait: readonly AttentionDay[] = Array.from({ length: 30 }, (_, index) => ({
  dayMs: Math.floor(nowMs / DAY_MS) * DAY_MS - (30 - index) * DAY_MS,
  seen: { gdelt: { "CHOKEPOINT IR": 1 } },
}))

/** The closing of a strait as a dozen outlets report it, an hour apart at first, each in its own words. */
export const closedStrait: readonly NewsArticle[] = [
  article("Iran closes Strait of Hormuz", 6, "reuters.com"),
  article("Iran closes the Strait of Hormuz", 5.5, "apnews.com"),
  article("Strait of Hormuz closed by Iran", 5, "bbc.com"),
  ...["a", "b", "c", "d", "e", "f", "g", "h", "i"].map((name, index) =>
    article(`Iran closes Strait of Hormuz: ${name}`, 4 - index / 4, `${name}-news.example`),
  ),
]

const headlines = [
  "Russian missile strikes hit Kyiv",
  "Turkey imposes sanctions on Syria",
  "Ransomware attack shuts down Brazil payment system",
  "China raises tariffs on steel from Canada",
] as const

/** News of a week: the closing of a strait at some time or not at all, and up to eight other reports. */
export const anyNews: fc.Arbitrary<NewsScan> = fc
  .record({
    straitHours: fc.option(fc.integer({ min: 0, max: 100 })),
    others: fc.array(
      fc.tuple(
        fc.constantFrom(...headlines),
        fc.integer({ min: 0, max: 160 }),
        fc.constantFrom("reuters.com", "bbc.com", "a-news.example"),
      ),
      { maxLength: 8 },
    ),
  })
  .map(({ straitHours, others }) => {
    const strait = closedStrait.map((one) => ({ ...one, seenAtMs: one.seenAtMs - (straitHours ?? 0) * HOUR_MS }))
    const rest = others.map(([title, hoursAgo, domain]) => article(title, hoursAgo, domain))
    const calm = article("World leaders gather", 1, "reuters.com")
    return scan([calm, ...rest, ...(straitHours === null ? [] : strait)], { attention: quietStrait })
  })
