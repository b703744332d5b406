import type { Sourced } from "@/lib/domain/market/candle-feed"

/** A headline with its link. Article texts belong to their publishers and are never stored. */
export type NewsArticle = {
  readonly title: string
  readonly url: string
  /** Host without `www.`: `reuters.com`. */
  readonly domain: string
  readonly language: string
  /** When the provider saw it. */
  readonly seenAtMs: number
  /** Published by a government itself: Federal Register, OFAC. */
  readonly isOfficial: boolean
  readonly location: { readonly lat: number; readonly lon: number } | null
}

/** Whether a provider answers for the world's news or for one outlet, and when it last did. */
export type NewsProvider = {
  readonly name: string
  readonly isOk: boolean
  readonly coverage: "global" | "partial"
  readonly lastPollMs: number | null
}

/** The articles of a world news provider from `fromMs` to `untilMs`. It covers this time completely. */
export type Watch = {
  readonly provider: string
  readonly articles: readonly NewsArticle[]
  readonly fromMs: number
  readonly untilMs: number
}

/**
 * How many articles of each kind (`attentionKey`) a provider of the world's news saw on a UTC day, by provider, counted when
 * the day was over. A kind that is not among them had none; a provider that is not did not watch the whole day.
 */
export type AttentionDay = {
  readonly dayMs: number
  readonly seen: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/**
 * All articles of the world news providers and of single outlets, in any order; the same article may come from several
 * providers.
 */
export type NewsScan = {
  readonly articles: readonly NewsArticle[]
  readonly providers: readonly NewsProvider[]
  /** The most trusted first. */
  readonly watches: readonly Watch[]
  /** The last thirty days, ascending, as far as they were watched. */
  readonly attention: readonly AttentionDay[]
}

/** The last seven days of news. `null`: nothing was read within the maximum age. */
export type NewsFeed = { read(): Promise<Sourced<NewsScan> | null> }
