import { z } from "zod"
import type { NewsArticle, NewsFeed, NewsScan } from "@/lib/domain/geo/news"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { createGdeltSource } from "@/lib/sources/gdelt/client"
import { createRssSource, RSS_FEEDS } from "@/lib/sources/rss/client"
import { type CachedFeed, createCachedFeed } from "./cached-feed"
import type { FeedPorts, ManagedFeed } from "./feed-ports"
import { createSqlValueStore } from "./sql-value-store"

export type NewsFeeds = ReturnType<typeof createNewsFeeds>

type Held = { readonly articles: readonly NewsArticle[]; readonly fromMs: number }

const StoredNews = z.object({
  fromMs: z.number(),
  articles: z.array(
    z.object({
      title: z.string(),
      url: z.string(),
      domain: z.string(),
      language: z.string(),
      seenAtMs: z.number(),
      isOfficial: z.boolean(),
      location: z.object({ lat: z.number(), lon: z.number() }).nullable(),
    }),
  ),
})

const KEEP_MS = 7 * DAY_MS
/** The busiest week has some 20,000 headlines of all outlets. */
const MOST_ARTICLES = 20_000
const MAX_AGE_MS = 6 * HOUR_MS

/** The news of a week by provider: each is asked, and ages, on its own. */
export function createNewsFeeds(ports: FeedPorts) {
  const { clock, store } = ports
  const gdelt = createGdeltSource(ports)
  const providers = [
    { name: gdelt.name, coverage: gdelt.coverage, read: (isFirst: boolean) => gdelt.articles(isFirst ? 168 : 24) },
    ...RSS_FEEDS.map((outlet) => {
      const source = createRssSource(ports, outlet)
      return { name: source.name, coverage: source.coverage, read: () => source.articles() }
    }),
  ].map(({ name, coverage, read }) => ({
    name,
    coverage,
    feed: createCachedFeed<Held>({
      readers: [
        {
          name,
          async read(previous) {
            const asOfMs = clock()
            const fresh = await read(previous === null)
            return { value: joined(previous?.value ?? null, fresh, asOfMs), asOfMs }
          },
        },
      ],
      clock,
      maxAgeMs: MAX_AGE_MS,
      pauseMs: HOUR_MS / 4,
      store: createSqlValueStore(store, `news.${name}`, (json) => StoredNews.parse(json)),
    }),
  }))
  const feeds = providers.map(({ feed }) => feed)
  const news: NewsFeed & ManagedFeed = {
    async read() {
      const held = await Promise.all(feeds.map(readSoon))
      const known = held.filter((one) => one !== null)
      const [newest] = known.toSorted((a, b) => b.asOfMs - a.asOfMs)
      if (newest === undefined) return null
      const value: NewsScan = {
        articles: known.flatMap(({ value: { articles } }) => articles),
        providers: providers.map(({ name, coverage, feed }, index) => ({
          name,
          coverage,
          isOk: held[index] !== null && feed.status().lastError === null,
          lastPollMs: held[index]?.asOfMs ?? null,
        })),
        // A baseline takes a month of scans; without one novelty counts as usual and nothing is critical.
        baselines: [],
        coversFromMs: Math.min(...known.map(({ value: { fromMs } }) => fromMs)),
      }
      return { ...newest, source: known.map(({ source }) => source).join("+"), value }
    },
    async refreshIfDue() {
      await Promise.all(feeds.map((feed) => feed.refreshIfDue()))
    },
    async reload() {
      await Promise.all(feeds.map((feed) => feed.reload()))
    },
    status() {
      const all = feeds.map((feed) => feed.status())
      const fresh = all.filter(({ isFresh }) => isFresh)
      const [oldest = all[0]] = fresh.toSorted((a, b) => (a.asOfMs ?? 0) - (b.asOfMs ?? 0))
      const lastError = all.find((one) => one.lastError !== null)?.lastError ?? null
      const source = fresh.map((one) => one.source).join("+") || null
      return { ...(oldest ?? NOTHING), source, isFresh: fresh.length > 0, lastError }
    },
  }
  return { news }
}

const NOTHING = { source: null, asOfMs: null, ageMs: null, fetchedAtMs: null, isFresh: false, lastError: null }

/** An outlet that failed is not waited for: the others make an answer without it. */
async function readSoon(feed: CachedFeed<Held>): ReturnType<CachedFeed<Held>["read"]> {
  const { isFresh, lastError } = feed.status()
  if (isFresh || lastError === null) return feed.read()
  void feed.refreshIfDue()
  return null
}

/** What was known and what is new, each link once, a week of it. */
function joined(previous: Held | null, fresh: readonly NewsArticle[], nowMs: number): Held {
  const byUrl = new Map<string, NewsArticle>()
  for (const article of [...(previous?.articles ?? []), ...fresh]) {
    if (!byUrl.has(article.url)) byUrl.set(article.url, article)
  }
  const articles = [...byUrl.values()]
    .filter(({ seenAtMs }) => seenAtMs >= nowMs - KEEP_MS)
    .toSorted((a, b) => b.seenAtMs - a.seenAtMs)
    .slice(0, MOST_ARTICLES)
  const oldestMs = articles.at(-1)?.seenAtMs ?? nowMs
  return { articles, fromMs: Math.max(nowMs - KEEP_MS, Math.min(previous?.fromMs ?? oldestMs, oldestMs)) }
}
