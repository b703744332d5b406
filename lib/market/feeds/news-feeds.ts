import { z } from "zod"
import { inputLimits } from "@/lib/domain/freshness"
import { classify } from "@/lib/domain/geo/classify"
import type { NewsArticle, NewsFeed, NewsScan, Watch } from "@/lib/domain/geo/news"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { nullOnSourceError } from "@/lib/outbound/errors"
import { createFederalRegisterSource } from "@/lib/market/sources/federal-register/client"
import { createGdeltSource } from "@/lib/market/sources/gdelt/client"
import { createGdeltArticleList } from "@/lib/market/sources/gdelt-files/article-list"
import { createGdeltFilesSource } from "@/lib/market/sources/gdelt-files/client"
import { createRssSource, RSS_FEEDS } from "@/lib/market/sources/rss/client"
import { createAttentionHistory } from "./attention-history"
import { createCachedFeed } from "./cached-feed"
import { type FeedPorts, type ManagedFeed, permitted, revisionOf } from "./feed-ports"
import { readIfHealthy } from "./read-if-healthy"
import { createSqlValueStore } from "./sql-value-store"

export type NewsFeeds = ReturnType<typeof createNewsFeeds>

type GdeltSource = ReturnType<typeof createGdeltSource>
type GdeltArticleList = ReturnType<typeof createGdeltArticleList>
type GdeltFilesSource = ReturnType<typeof createGdeltFilesSource>

/** `fromMs`: the articles are complete from this time. `lastFileMs`: time of the newest file or list that was read. */
type Held = { readonly articles: readonly NewsArticle[]; readonly fromMs: number; readonly lastFileMs?: number }

const StoredNews = z.object({
  fromMs: z.number(),
  lastFileMs: z.number().exactOptional(),
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

/** A week of events, and seven whole days before today to compare them with. */
const KEEP_MS = 9 * DAY_MS
/** The busiest week has some 20,000 headlines of all outlets. */
const MAX_ARTICLES = 20_000
/** A provider lists some headlines later than their timestamp. */
const OVERLAP_MS = HOUR_MS
const QUARTER_MS = HOUR_MS / 4
/** The article list holds a quarter of an hour: it is read more often, so that readings overlap. */
const LIST_INTERVAL_MS = 10 * 60_000

/** One week of news. Each provider is a feed of its own. */
export function createNewsFeeds(ports: FeedPorts) {
  const { clock, store } = ports
  const gdelt = createGdeltSource(ports)
  const files = createGdeltFilesSource(ports)
  const list = createGdeltArticleList(ports)
  const outlets = permitted(ports, [
    createFederalRegisterSource(ports),
    ...RSS_FEEDS.map((outlet) => createRssSource(ports, outlet)),
  ])
  const attention = createAttentionHistory(ports)
  const providers = [
    { name: gdelt.name, coverage: gdelt.coverage, read: (held: Held | null) => readBackwards(gdelt, held, clock()) },
    { name: files.name, coverage: files.coverage, read: (held: Held | null) => readFiles(files, held, clock()) },
    { name: list.name, coverage: list.coverage, read: (held: Held | null) => readList(list, held, clock()) },
    ...outlets.map((source) => {
      const read = async (held: Held | null) => outletNews(held, await source.articles(), clock())
      return { name: source.name, coverage: source.coverage, read }
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
            return { value: await read(previous?.value ?? null), asOfMs }
          },
        },
      ],
      clock,
      maxAgeMs: inputLimits.news.maxAgeMs,
      minIntervalMs: name === list.name ? LIST_INTERVAL_MS : inputLimits.news.everyMs,
      store: createSqlValueStore(store, `news.${name}`, (json) => StoredNews.parse(json)),
    }),
  }))
  const feeds = providers.map(({ feed }) => feed)
  // Only providers with global coverage count as watching a day.
  const watchesIn = (held: readonly (Sourced<Held> | null)[]): readonly Watch[] =>
    providers.flatMap(({ name, coverage }, index) => {
      const known = held[index]
      if (coverage !== "global" || !known) return []
      const { articles, fromMs } = known.value
      return [{ provider: name, articles, fromMs, untilMs: known.asOfMs }]
    })
  const news: NewsFeed & ManagedFeed = {
    async read() {
      const held = await Promise.all(feeds.map(readIfHealthy))
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
        watches: watchesIn(held),
        attention: await attention.days(),
      }
      return { ...newest, source: known.map(({ source }) => source).join("+"), value }
    },
    async refreshIfDue() {
      await Promise.all(feeds.map((feed) => feed.refreshIfDue()))
      await attention.record(watchesIn(await Promise.all(feeds.map((feed) => feed.read()))))
    },
    async reload() {
      await Promise.all([attention.reload(), ...feeds.map((feed) => feed.reload())])
    },
    revision: () => revisionOf([attention, ...feeds]),
    status() {
      const all = feeds.map((feed) => feed.status())
      const fresh = all.filter(({ isFresh }) => isFresh)
      const [oldest = all[0]] = fresh.toSorted((a, b) => (a.asOfMs ?? 0) - (b.asOfMs ?? 0))
      const of = (name: string) => all[providers.findIndex((provider) => provider.name === name)]
      // The article search refuses under load. While the article list replaces it, the feed has not failed.
      const isListRead = of(list.name)?.isFresh === true && of(list.name)?.lastError === null
      const counted = isListRead ? all.filter((one) => one !== of(gdelt.name)) : all
      const lastError = counted.find((one) => one.lastError !== null)?.lastError ?? null
      const source = fresh.map((one) => one.source).join("+") || null
      return { ...(oldest ?? NOTHING), source, isFresh: fresh.length > 0, lastError }
    },
  }
  return { news }
}

const NOTHING = { source: null, asOfMs: null, ageMs: null, fetchedAtMs: null, isFresh: false, lastError: null }

/**
 * News since the last reading, and one more page of history until nine days are complete. Each call makes at most two
 * requests.
 */
async function readBackwards(gdelt: GdeltSource, held: Held | null, nowMs: number): Promise<Held> {
  const oldestMs = nowMs - KEEP_MS
  const newestHeldMs = held?.articles[0]?.seenAtMs ?? oldestMs
  const newest = await gdelt.articles({ fromMs: Math.max(oldestMs, newestHeldMs - OVERLAP_MS), toMs: nowMs })
  const isJoined = held !== null && newest.fromMs <= newestHeldMs
  const known = joined(held?.articles ?? [], newest.articles, nowMs)
  const fromMs = isJoined ? Math.max(oldestMs, held.fromMs) : newest.fromMs
  if (fromMs <= oldestMs) return { articles: known, fromMs }
  // A failed request for older articles does not lose the newest ones.
  const older = await gdelt.articles({ fromMs: oldestMs, toMs: fromMs }).catch(nullOnSourceError)
  if (older === null) return { articles: known, fromMs }
  return { articles: joined(known, older.articles, nowMs), fromMs: older.fromMs }
}

/**
 * Event files since the last reading. Only geopolitical articles are kept. After a gap the history starts again.
 */
async function readFiles(files: GdeltFilesSource, held: Held | null, nowMs: number): Promise<Held> {
  const lastFileMs = held?.lastFileMs ?? null
  const { articles, fromMs, newestMs } = await files.articles(lastFileMs)
  const concerning = articles.filter(({ title }) => classify(title) !== null)
  const isJoined = held !== null && lastFileMs !== null && fromMs - lastFileMs <= QUARTER_MS
  return {
    articles: joined(held?.articles ?? [], concerning, nowMs),
    fromMs: isJoined ? Math.max(nowMs - KEEP_MS, held.fromMs) : fromMs,
    lastFileMs: newestMs,
  }
}

/** Articles of the last quarter of an hour. Only geopolitical ones are kept. After a gap the history starts again. */
async function readList(list: GdeltArticleList, held: Held | null, nowMs: number): Promise<Held> {
  const { articles, fromMs, newestMs } = await list.articles()
  const isJoined = held?.lastFileMs !== undefined && fromMs <= held.lastFileMs
  return {
    articles: joined(
      held?.articles ?? [],
      articles.filter(({ title }) => classify(title) !== null),
      nowMs,
    ),
    fromMs: isJoined ? Math.max(nowMs - KEEP_MS, held.fromMs) : fromMs,
    lastFileMs: newestMs,
  }
}

/** An outlet lists only its newest headlines. */
function outletNews(held: Held | null, fresh: readonly NewsArticle[], nowMs: number): Held {
  const articles = joined(held?.articles ?? [], fresh, nowMs)
  const oldestMs = articles.at(-1)?.seenAtMs ?? nowMs
  return { articles, fromMs: Math.max(nowMs - KEEP_MS, Math.min(held?.fromMs ?? oldestMs, oldestMs)) }
}

/** Known and new articles, each URL once, newest first. */
function joined(known: readonly NewsArticle[], fresh: readonly NewsArticle[], nowMs: number): readonly NewsArticle[] {
  const byUrl = new Map<string, NewsArticle>()
  for (const article of [...known, ...fresh]) {
    if (!byUrl.has(article.url)) byUrl.set(article.url, article)
  }
  return [...byUrl.values()]
    .filter(({ seenAtMs }) => seenAtMs >= nowMs - KEEP_MS)
    .toSorted((a, b) => b.seenAtMs - a.seenAtMs)
    .slice(0, MAX_ARTICLES)
}
