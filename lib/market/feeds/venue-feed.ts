import { joinSources } from "@/lib/domain/market/candle-feed"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import type { CachedFeed, FeedStatus } from "./cached-feed"
import type { CoinFeed } from "./coin-feed"
import { type FeedPorts, permitted, revisionOf } from "./feed-ports"
import { createPointsFeed, type PointsFeedOptions, type PointsSource } from "./points-feed"

type Point = { readonly atMs: number }
export type OfVenue<P> = P & { readonly venue: string }

type VenueFeedOptions<P extends Point> = Omit<PointsFeedOptions<P>, "sources"> & {
  readonly sources: (coin: Coin) => readonly PointsSource<P>[]
  /** The points that are kept of a venue; default: all. */
  readonly thin?: (points: readonly P[]) => readonly P[]
}

type VenueFeed<P> = { readonly venue: string; readonly feed: CachedFeed<readonly P[]> }

/**
 * A series of each coin from every venue that the profile allows, the points of all venues in one list by time. A venue keeps
 * what it answered before. A venue that fails is absent once its values are too old.
 */
export function createVenueFeed<P extends Point>(
  ports: FeedPorts,
  { sources, name, thin = (points) => points, ...options }: VenueFeedOptions<P>,
): CoinFeed<readonly OfVenue<P>[]> & { readonly venues: readonly string[] } {
  const venuesOf = (coin: Coin): readonly VenueFeed<P>[] =>
    permitted(ports, sources(coin)).map((source) => {
      const read: typeof source.read = async (previous) => {
        const { points, asOfMs } = await source.read(previous)
        const firstMs = points[0]?.atMs ?? Infinity
        return { points: thin([...previous.filter(({ atMs }) => atMs < firstMs), ...points]), asOfMs }
      }
      const own = { ...options, name: `${name}.${coin}.${source.name}`, sources: [{ ...source, read }] }
      return { venue: source.name, feed: createPointsFeed(ports, own) }
    })
  const venues = { BTC: venuesOf("BTC"), ETH: venuesOf("ETH"), SOL: venuesOf("SOL") }
  const all = Object.values(venues)
    .flat()
    .map(({ feed }) => feed)
  return {
    venues: venues.BTC.map(({ venue }) => venue),
    async read(coin) {
      const known = await Promise.all(venues[coin].map(async ({ venue, feed }) => ({ venue, held: await feed.read() })))
      const held = known.flatMap(({ venue, held: own }) => (own === null ? [] : [{ venue, ...own }]))
      if (held.length === 0) return null
      return {
        value: held
          .flatMap(({ venue, value }) => value.map((point) => ({ ...point, venue })))
          .toSorted((a, b) => a.atMs - b.atMs),
        asOfMs: Math.max(...held.map(({ asOfMs }) => asOfMs)),
        fetchedAtMs: Math.max(...held.map(({ fetchedAtMs }) => fetchedAtMs)),
        source: joinSources(held.map(({ venue }) => venue)),
      }
    },
    async refreshIfDue() {
      await Promise.all(all.map((feed) => feed.refreshIfDue()))
    },
    async reload() {
      await Promise.all(all.map((feed) => feed.reload()))
    },
    revision: (coin) => revisionOf(coin === undefined ? all : venues[coin].map(({ feed }) => feed)),
    status: () => statusOf(venues),
  }
}

/** Fresh while each coin has a venue with a fresh value. */
function statusOf<P>(venues: Readonly<Record<Coin, readonly VenueFeed<P>[]>>): FeedStatus {
  const statuses = COINS.map((coin) => venues[coin].map(({ venue, feed }) => ({ venue, ...feed.status() })))
  const all = statuses.flat()
  const newest = statuses.map((own) => own.toSorted((a, b) => (b.asOfMs ?? 0) - (a.asOfMs ?? 0))[0])
  const [oldest] = newest.toSorted((a, b) => (a?.asOfMs ?? 0) - (b?.asOfMs ?? 0))
  const stale = joinSources(all.filter(({ isFresh }) => !isFresh).map(({ venue }) => venue))
  const fresh = joinSources(all.filter(({ isFresh }) => isFresh).map(({ venue }) => venue))
  return {
    source: fresh === "" ? (oldest?.source ?? null) : fresh,
    asOfMs: oldest?.asOfMs ?? null,
    ageMs: oldest?.ageMs ?? null,
    fetchedAtMs: oldest?.fetchedAtMs ?? null,
    isFresh: statuses.every((own) => own.some(({ isFresh }) => isFresh)),
    ...(oldest?.maxAgeMs !== undefined && { maxAgeMs: oldest.maxAgeMs }),
    lastError: all.find(({ lastError }) => lastError !== null)?.lastError ?? null,
    isDisabled: all.length === 0,
    notice: stale === "" || fresh === "" ? null : `without ${stale}`,
  }
}
