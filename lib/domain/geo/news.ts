import type { Sourced } from "@/lib/domain/market/candle-feed"
import type { GeoCategory } from "./geo-class"

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

/** Articles per UTC day of one kind of event, as `attentionCounter` counted them on past scans; today is not among them. */
export type AttentionBaseline = {
  readonly category: GeoCategory
  /** ISO 3166 alpha-2; `null` for articles that name no country. */
  readonly country: string | null
  readonly dailyCounts: readonly number[]
}

/** Everything seen since `coversFromMs`, in any order; the same article may come from several providers. */
export type NewsScan = {
  readonly articles: readonly NewsArticle[]
  readonly providers: readonly NewsProvider[]
  readonly baselines: readonly AttentionBaseline[]
  readonly coversFromMs: number
}

/** The last seven days of news. `null`: nothing was read within the maximum age. */
export type NewsFeed = { read(): Promise<Sourced<NewsScan> | null> }
