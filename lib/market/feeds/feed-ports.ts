import type { Clock } from "@/lib/domain/clock"
import type { Coin } from "@/lib/domain/market/coin"
import type { SourceClient } from "@/lib/outbound/source-client"
import type { LicenseClass } from "@/lib/market/sources/wire/license-class"
import { RIGHTS, type Right } from "@/lib/market/sources/wire/rights"
import type { Store } from "@/lib/store/open-store"
import type { CachedFeed } from "./cached-feed"

/** Dependencies of a group of feeds. */
export type FeedPorts = {
  readonly http: SourceClient
  readonly clock: Clock
  readonly store: Store
  readonly profile: SourcesProfile
  /** Providers that the operator has a licence or a written consent of, by name. Default: none. */
  readonly licensed?: readonly string[]
  /** API keys; `null` if not configured. */
  readonly keys: SourceKeys
}

/** `strict` reads no series of licence class `evaluation`; `open` reads all. */
export type SourcesProfile = "open" | "strict"

export type SourceKeys = {
  readonly sosovalue: string | null
  readonly fred: string | null
  readonly coingecko: string | null
}

/** Feed operations for the scheduler and `/health`. */
export type ManagedFeed = Pick<CachedFeed<unknown>, "refreshIfDue" | "reload" | "status"> & {
  /** As of one feed. With a coin: of what this feed has on it, where it has something for each coin. */
  revision(coin?: Coin): number
}

/** Revision of a group: the sum of revisions, which only increase. */
export function revisionOf(feeds: readonly Pick<ManagedFeed, "revision">[]): number {
  return feeds.reduce((sum, feed) => sum + feed.revision(), 0)
}

/** What decides whether a series may be read and shown. */
export type SourceRights = Pick<FeedPorts, "profile" | "licensed">

/** The sources that may be read, in their order. */
export function permitted<Source extends { readonly name: string; readonly license: LicenseClass }>(
  rights: SourceRights,
  sources: readonly Source[],
): readonly Source[] {
  return sources.filter((source) => isAllowed(rights, source, "derived"))
}

/** Whether answers may contain the values of a source, and not only changes and classes of them. */
export function mayShowValues(rights: SourceRights, source: { readonly name: string; readonly license: LicenseClass }) {
  return isAllowed(rights, source, "attribution")
}

/** Series of FRED by the input that a call read; sealed records name the provider alone. */
const FRED_OF_INPUT: Readonly<Record<string, string>> = {
  vix: "fred VIXCLS",
  dxy: "fred DTWEXBGS",
  us10y: "fred DGS10",
  spx: "fred SP500",
}
const OTHER_NAMES: Readonly<Record<string, string>> = { "alternative.me": "alternative-me" }
const SERIES: Readonly<Record<string, Right | undefined>> = RIGHTS

/**
 * Whether what a sealed record has of a source may be answered: its values, or what was computed from it. A record can be older
 * than the profile. Every provider of a joined source must allow it, and a source without a right is red.
 */
export function maySellSealed(
  rights: SourceRights,
  { source, input = "" }: { readonly source: string; readonly input?: string },
  form: "value" | "class",
): boolean {
  return source.split(/[+/]/).every((name) => {
    const series = name === "fred" ? FRED_OF_INPUT[input] : (OTHER_NAMES[name] ?? name)
    const license = SERIES[series ?? ""]?.license ?? "evaluation"
    return isAllowed(rights, { name, license }, form === "value" ? "attribution" : "derived")
  })
}

function isAllowed(
  { profile, licensed = [] }: SourceRights,
  { name, license }: { readonly name: string; readonly license: LicenseClass },
  least: "derived" | "attribution",
): boolean {
  if (profile === "open" || license === "attribution" || license === least) return true
  // A reader can name its series after the provider: "kraken PAXG", "coinbase/kraken".
  return licensed.includes(/^[\w.-]+/.exec(name)?.[0] ?? name)
}
