import { compareText } from "@/lib/domain/compare-text"
import { fnv1aHex } from "@/lib/domain/fnv1a"
import { groupBy } from "@/lib/domain/group-by"
import { HOUR_MS, isoDate } from "@/lib/domain/utc-day"
import { type Attention, attentionIn, type Novelty } from "./attention"
import { classArticles, type ClassedArticle, type Cluster, clusterArticles } from "./cluster"
import type { GeoCategory, GeoClass, GeoStage } from "./geo-class"
import type { NewsScan } from "./news"
import type { Tier } from "./outlets"
import { actorsIn, regionOf } from "./places"
import { type Assessment, assessSeverity } from "./severity"

export const GEO_METHOD_VERSION = "geo-2026.11-6"

/** One event as far as it is known from headlines. */
export type GeoEvent = {
  /** Stable while the event is reported: made of its first article. */
  readonly id: string
  /** Rises with every article. */
  readonly version: number
  readonly title: string
  readonly category: GeoCategory
  readonly stage: GeoStage
  readonly actors: readonly string[]
  readonly countries: readonly string[]
  readonly region: string | null
  readonly location: { readonly lat: number; readonly lon: number } | null
  readonly firstSeenMs: number
  readonly lastSeenMs: number
  readonly assessment: Assessment
  readonly novelty: Novelty
  readonly coverage: Coverage
  readonly sources: readonly ReportedBy[]
  /** The severity after each article, in the order of time. */
  readonly history: readonly { readonly atMs: number; readonly assessment: Assessment }[]
}

export type Coverage = {
  readonly articles: number
  readonly domains: number
  readonly tier1Domains: number
  readonly languages: number
  readonly hasOfficialSource: boolean
  readonly stateMediaShare: number
  readonly credibility: number
}

export type ReportedBy = {
  readonly title: string
  readonly url: string
  readonly domain: string
  readonly tier: Tier
  readonly seenAtMs: number
}

type Articles = readonly [ClassedArticle, ...ClassedArticle[]]

/** Finding events is expensive. Answers and versions of one scan share them while no other article is due. */
const knownEvents = new WeakMap<NewsScan, { readonly articles: number; readonly events: readonly GeoEvent[] }>()

/** All events of a scan, as known at `nowMs`, the earliest first. */
export function findEvents(scan: NewsScan, nowMs: number): readonly GeoEvent[] {
  const seen = scan.articles.filter(({ seenAtMs }) => seenAtMs <= nowMs)
  const known = knownEvents.get(scan)
  if (known?.articles === seen.length) return known.events
  const events = eventsOf(scan, seen)
  knownEvents.set(scan, { articles: seen.length, events })
  return events
}

function eventsOf(scan: NewsScan, seen: NewsScan["articles"]): readonly GeoEvent[] {
  const articles = classArticles(seen)
  const attention = attentionIn(scan, articles)
  return clusterArticles(articles).map((cluster) => toEvent(cluster, attention))
}

function toEvent({ category, articles }: Cluster, attention: Attention): GeoEvent {
  const [first, ...rest] = articles
  const history = articles.map((article, index) => {
    const prefix: Articles = [first, ...rest.slice(0, index)]
    const novelty = attention.noveltyOf({ category, countries: countriesOf(prefix), untilMs: article.seenAtMs })
    return { atMs: article.seenAtMs, novelty, assessment: assess(prefix, novelty) }
  })
  const last = history.at(-1)
  const novelty = last?.novelty ?? { z: null, baselineDaily: null }
  const countries = countriesOf(articles)
  const independent = independentOf(articles).toSorted(byStanding)
  return {
    id: `${category.toLowerCase()}-${isoDate(first.seenAtMs)}-${fnv1aHex(first.url)}`,
    version: articles.length,
    title: (independent[0] ?? first).title.trim(),
    category,
    stage: classOf(articles).stage,
    actors: actorsIn(articles.map(({ title }) => title)),
    countries,
    region: regionOf(countries),
    location: articles.find(({ location }) => location !== null)?.location ?? null,
    firstSeenMs: first.seenAtMs,
    lastSeenMs: articles.at(-1)?.seenAtMs ?? first.seenAtMs,
    assessment: last?.assessment ?? assess(articles, novelty),
    novelty,
    coverage: coverageOf(articles),
    sources: independent.slice(0, 5).map(toSource),
    history: history.map(({ atMs, assessment }) => ({ atMs, assessment })),
  }
}

function assess(articles: Articles, { z }: Novelty): Assessment {
  const { domains, tier1Domains, stateMediaShare } = coverageOf(articles)
  return assessSeverity(classOf(articles), { domains, tier1Domains, isStateMediaOnly: stateMediaShare === 1, z })
}

/** The class of most articles; the more severe class on a tie. */
function classOf(articles: Articles): GeoClass {
  const groups = groupBy(articles, ({ about }) => `${about.stage} ${about.base}`)
  const [most] = groups.toSorted((a, b) => b.length - a.length || b[0].about.base - a[0].about.base)
  return (most ?? articles)[0].about
}

/** Syndicated copies of one headline count as one report, from the most reliable outlet. */
function independentOf(articles: Articles): readonly ClassedArticle[] {
  const distinctTitles = bestBy(articles, ({ bareTitle }) => bareTitle)
  return bestBy(distinctTitles, ({ domain }) => domain)
}

function bestBy(articles: readonly ClassedArticle[], keyOf: (article: ClassedArticle) => string) {
  const best = new Map<string, ClassedArticle>()
  for (const article of articles) {
    const known = best.get(keyOf(article))
    if (known === undefined || byStanding(article, known) < 0) best.set(keyOf(article), article)
  }
  return [...best.values()]
}

function byStanding(a: ClassedArticle, b: ClassedArticle): number {
  return standing(a) - standing(b) || a.seenAtMs - b.seenAtMs || compareText(a.url, b.url)
}

function standing({ tier, isStateMedia }: ClassedArticle): number {
  return tier + (isStateMedia ? 3 : 0)
}

function coverageOf(articles: Articles): Coverage {
  const independent = independentOf(articles)
  const tier1Domains = independent.filter(({ tier }) => tier === 1).length
  const stateMediaShare = independent.filter(({ isStateMedia }) => isStateMedia).length / independent.length
  const hasOfficialSource = articles.some(({ isOfficial }) => isOfficial)
  const corroborated = 40 * Math.min(1, independent.length / 5) + 40 * Math.min(1, tier1Domains / 2)
  return {
    articles: articles.length,
    domains: independent.length,
    tier1Domains,
    languages: new Set(articles.map(({ language }) => language)).size,
    hasOfficialSource,
    stateMediaShare,
    credibility: Math.round(corroborated + 20 * (1 - stateMediaShare)),
  }
}

/** Countries that at least a third of the articles name: a passing mention is not an actor. */
function countriesOf(articles: Articles): readonly string[] {
  const mentions = new Map<string, number>()
  for (const country of articles.flatMap(({ countries }) => countries)) {
    mentions.set(country, (mentions.get(country) ?? 0) + 1)
  }
  return [...mentions]
    .filter(([, count]) => 3 * count >= articles.length)
    .map(([country]) => country)
    .toSorted()
}

function toSource({ title, url, domain, tier, seenAtMs }: ClassedArticle): ReportedBy {
  return { title: title.trim(), url, domain, tier, seenAtMs }
}

/** Whether an event was reported within some hours. */
export function isRecent({ lastSeenMs }: GeoEvent, hours: number, nowMs: number): boolean {
  return nowMs - lastSeenMs <= hours * HOUR_MS
}
