import type { Clock } from "@/lib/domain/clock"
import type { SourceClient } from "@/lib/outbound/source-client"
import type { LicenseClass } from "@/lib/sources/wire/license-class"
import type { Store } from "@/lib/store/open-store"
import type { CachedFeed } from "./cached-feed"

/** What a group of feeds is built from. */
export type FeedPorts = {
  readonly http: SourceClient
  readonly clock: Clock
  readonly store: Store
  readonly profile: SourcesProfile
  /** Keys of providers that want one; `null` where the operator has none. */
  readonly keys: SourceKeys
}

/** `strict` leaves out every provider whose terms forbid a service that charges; `open` reads them all. */
export type SourcesProfile = "open" | "strict"

export type SourceKeys = {
  readonly sosovalue: string | null
  readonly fred: string | null
  readonly coingecko: string | null
}

/** What the composition root and `/health` need of a feed, whatever it holds. */
export type ManagedFeed = Pick<CachedFeed<unknown>, "refreshIfDue" | "reload" | "status" | "revision">

/** Of several feeds together: each one's only rises. */
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
