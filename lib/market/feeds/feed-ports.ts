import type { Clock } from "@/lib/domain/clock"
import type { SourceClient } from "@/lib/outbound/source-client"
import type { LicenseClass } from "@/lib/market/sources/wire/license-class"
import type { Store } from "@/lib/store/open-store"
import type { CachedFeed } from "./cached-feed"

/** Dependencies of a group of feeds. */
export type FeedPorts = {
  readonly http: SourceClient
  readonly clock: Clock
  readonly store: Store
  readonly profile: SourcesProfile
  /** API keys; `null` if not configured. */
  readonly keys: SourceKeys
}

/** `strict` excludes providers of licence class `evaluation`; `open` reads all. */
export type SourcesProfile = "open" | "strict"

export type SourceKeys = {
  readonly sosovalue: string | null
  readonly fred: string | null
  readonly coingecko: string | null
}

/** Feed operations for the scheduler and `/health`. */
export type ManagedFeed = Pick<CachedFeed<unknown>, "refreshIfDue" | "reload" | "status" | "revision">

/** Revision of a group: the sum of revisions, which only increase. */
export function revisionOf(feeds: readonly Pick<ManagedFeed, "revision">[]): number {
  return feeds.reduce((sum, feed) => sum + feed.revision(), 0)
}

/** The sources that a profile may read, in their order. */
export function permitted<Source extends { readonly license: LicenseClass }>(
  profile: SourcesProfile,
  sources: readonly Source[],
): readonly Source[] {
  return profile === "open" ? sources : sources.filter(({ license }) => license !== "evaluation")
}
