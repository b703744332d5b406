import { compareText } from "@/lib/domain/compare-text"
import { DAY_MS } from "@/lib/domain/utc-day"
import { classify } from "./classify"
import { type GeoCategory, type GeoClass, geoClasses, type GeoClassName } from "./geo-class"
import type { NewsArticle } from "./news"
import { isStateMedia, type Tier, tierOf } from "./outlets"
import { countriesIn } from "./places"

/** An article with the class of its headline and its outlet, computed once. */
export type ClassedArticle = NewsArticle & {
  readonly about: GeoClass
  readonly countries: readonly string[]
  /** The headline as compared: lower case, words only. */
  readonly bareTitle: string
  readonly tier: Tier
  readonly isStateMedia: boolean
}

/** Articles on one event, the earliest first. The articles seen up to a time are the cluster as it was at that time. */
export type Cluster = {
  readonly category: GeoCategory
  readonly articles: readonly [ClassedArticle, ...ClassedArticle[]]
}

const SAME_EVENT_SIMILARITY = 0.5

type OpenCluster = { readonly category: GeoCategory; readonly articles: [ClassedArticle, ...ClassedArticle[]] }

/** Keeps articles about geopolitics, one per link, sorted by time. */
export function classArticles(articles: readonly NewsArticle[]): readonly ClassedArticle[] {
  const seen = new Set<string>()
  // One report with a place gives it to all reports of the same link.
  const places = new Map(articles.flatMap(({ url, location }) => (location === null ? [] : [[url, location] as const])))
  return articles
    .toSorted((a, b) => a.seenAtMs - b.seenAtMs || compareText(a.url, b.url) || compareText(a.title, b.title))
    .flatMap((article) => {
      const name = classify(article.title)
      if (name === null || seen.has(article.url)) return []
      seen.add(article.url)
      return [toClassed({ ...article, location: article.location ?? places.get(article.url) ?? null }, name)]
    })
}

/**
 * Joins articles of one category whose headlines share half of their trigrams and that were seen within a day of the
 * first one. Articles are taken in the order of time, so later ones never change an earlier cluster.
 */
export function clusterArticles(articles: readonly ClassedArticle[]): readonly Cluster[] {
  const clusters: OpenCluster[] = []
  const matchers = new Map<GeoCategory, TitleMatcher>()
  for (const article of articles) {
    const { category } = article.about
    const matcher = matchers.get(category) ?? createTitleMatcher()
    matchers.set(category, matcher)
    const trigrams = trigramsOf(article.bareTitle)
    const isOpen = (index: number) => {
      const firstMs = clusters[index]?.articles[0].seenAtMs ?? Number.NEGATIVE_INFINITY
      return article.seenAtMs - firstMs <= DAY_MS
    }
    const home = matcher.closest(trigrams, isOpen) ?? clusters.length
    matcher.add(trigrams, home)
    const cluster = clusters[home]
    if (cluster === undefined) clusters.push({ category, articles: [article] })
    else cluster.articles.push(article)
  }
  return clusters
}

/** Titles of clusters, found by the trigrams they share: comparing each with each takes seconds on a week of news. */
type TitleMatcher = {
  add(trigrams: ReadonlySet<string>, cluster: number): void
  /** The most similar open cluster, the earliest of equals; `null` when none is similar enough. */
  closest(trigrams: ReadonlySet<string>, isOpen: (cluster: number) => boolean): number | null
}

function createTitleMatcher(): TitleMatcher {
  const titles: { readonly cluster: number; readonly size: number }[] = []
  const holders = new Map<string, number[]>()

  /** Shared trigrams over all trigrams, 0 to 1, with each title added so far. */
  function shareWith(trigrams: ReadonlySet<string>): Float64Array {
    const shared = new Float64Array(titles.length)
    for (const trigram of trigrams) {
      for (const title of holders.get(trigram) ?? []) shared[title] = (shared[title] ?? 0) + 1
    }
    for (let title = 0; title < titles.length; title++) {
      const count = shared[title] ?? 0
      shared[title] = count / (trigrams.size + (titles[title]?.size ?? 0) - count)
    }
    return shared
  }

  return {
    add(trigrams, cluster) {
      const title = titles.push({ cluster, size: trigrams.size }) - 1
      for (const trigram of trigrams) {
        const known = holders.get(trigram)
        if (known === undefined) holders.set(trigram, [title])
        else known.push(title)
      }
    },
    closest(trigrams, isOpen) {
      let best: { readonly cluster: number; readonly share: number } | null = null
      const shares = shareWith(trigrams)
      for (let title = 0; title < shares.length; title++) {
        const share = shares[title] ?? 0
        if (share < (best?.share ?? SAME_EVENT_SIMILARITY)) continue
        const cluster = titles[title]?.cluster ?? 0
        const isBetter = best === null || share > best.share || cluster < best.cluster
        if (isBetter && isOpen(cluster)) best = { cluster, share }
      }
      return best?.cluster ?? null
    },
  }
}

function toClassed(article: NewsArticle, name: GeoClassName): ClassedArticle {
  return {
    ...article,
    about: geoClasses[name],
    countries: countriesIn(article.title),
    bareTitle: bare(article.title),
    tier: tierOf(article.domain, article.isOfficial),
    isStateMedia: isStateMedia(article.domain),
  }
}

function bare(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
}

function trigramsOf(bareTitle: string): ReadonlySet<string> {
  const trigrams = new Set<string>()
  for (const word of bareTitle.split(" ")) {
    const spaced = `  ${word} `
    for (let start = 0; start + 3 <= spaced.length; start++) trigrams.add(spaced.slice(start, start + 3))
  }
  return trigrams
}
