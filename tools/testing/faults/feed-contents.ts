import { groupBy } from "@/lib/domain/group-by"
import { INTERVALS } from "@/lib/domain/market/candle"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import type { FeedsHarness } from "./feeds-harness"

/** The content of a feed in parts: a series by its points, because its window moves. */
export type FeedContent = { readonly key: string; readonly parts: readonly string[] }

type FeedValue = { readonly value: unknown; readonly source: string } | null
type Readable = { read(coin: Coin): Promise<FeedValue> }

/** Ends the key of values that several providers supply together. */
export const COMBINED_SUFFIX = " all"

/** Facts about the reading itself, which depend on the providers that fail. */
const READ_METADATA: ReadonlySet<string> = new Set(["publishers", "providers", "missing", "watches", "attention"])

/** Values that are computed from two readings belong to no provider. */
const DERIVED_MARKER = '"basis":"observed"'

/**
 * All inputs of answers, by feed and provider, without pools (many, from one provider), trades of
 * treasuries (part of the treasuries) and prices, which are compared with the market itself.
 */
export async function feedContents({ feeds, candles }: FeedsHarness): Promise<readonly FeedContent[]> {
  const { pools: _pools, treasuryTrades: _trades, ...others } = feeds
  const readables: Readonly<Record<string, Readable>> = others
  const read = Object.entries(readables).flatMap(([name, feed]) =>
    coinsOf(feed).map((coin) => ({ name: `${name}.${coin}`, held: feed.read(coin) })),
  )
  const series = COINS.flatMap((coin) =>
    INTERVALS.map((interval) => ({ name: `${interval}.${coin}`, held: candles.candles(coin, interval) })),
  )
  const all = await Promise.all([...read, ...series].map(async ({ name, held }) => ({ name, held: await held })))
  return all.flatMap(({ name, held }): FeedContent[] => {
    if (held === null) return []
    const venues = venuesOf(held.value)
    if (venues !== null) return venues.map(([venue, points]) => ({ key: `${name} ${venue}`, parts: partsOf(points) }))
    // Values of several providers depend on which of them fail; each fact still comes from one of them.
    const by = held.source.includes("+") || hasLists(held.value) ? COMBINED_SUFFIX : ` ${held.source}`
    return [{ key: name + by, parts: partsOf(held.value) }]
  })
}

/** The points of each venue; `null`: the value is no list of points with venues. */
function venuesOf(value: unknown): readonly (readonly [string, readonly Of[]])[] | null {
  if (!Array.isArray(value)) return null
  const points = value.filter(isOfVenue)
  return points.length === 0 ? null : groupBy(points, ({ venue }) => venue).map((own) => [own[0].venue, own] as const)
}

type Of = { readonly venue: string }

function isOfVenue(point: unknown): point is Of {
  return typeof point === "object" && point !== null && "venue" in point && typeof point.venue === "string"
}

/** A feed with one value for each coin takes a coin. */
function coinsOf(feed: Readable): readonly Coin[] {
  return feed.read.length === 0 ? COINS.slice(0, 1) : COINS
}

/** Lists by name, such as those that are merged from several providers. */
function hasLists(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.values(value).some((each) => Array.isArray(each))
}

function partsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map((part) => JSON.stringify(part))
  if (!hasLists(value)) return [JSON.stringify(value)]
  const lists = Object.entries(value).filter(([name]) => !READ_METADATA.has(name))
  const parts = lists.flatMap(([name, list]) =>
    Array.isArray(list) ? list.map((part) => name + JSON.stringify(part)) : [],
  )
  return parts.filter((part) => !part.includes(DERIVED_MARKER))
}
