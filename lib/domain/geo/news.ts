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

/**
 * How many articles there were of each kind (`attentionKey`) on a UTC day, counted when the day was over. A kind that is
 * not among them had none.
 */
export type AttentionDay = { readonly dayMs: number; readonly counts: Readonly<Record<string, number>> }

/**
 * Everything that providers of the world's news saw since `coversFromMs`, and what single outlets add, in any order; the same
 * article may come from several providers.
 */
export type NewsScan = {
  readonly articles: readonly NewsArticle[]
  readonly providers: readonly NewsProvider[]
  /** The last thirty days, ascending, as far as they were watched. */
  readonly attention: readonly AttentionDay[]
  readonly coversFromMs: number
}

/** The last seven days of news. `null`: nothing was read within the maximum age. */
export type NewsFeed = { read(): Promise<Sourced<NewsScan> | null> }
