import type { Coin } from "@/lib/domain/market/coin"
import type { VenueBook } from "@/lib/domain/risk/order-book"
import { SourceUnavailableError } from "@/lib/outbound/errors"
import { createHyperliquidSource } from "@/lib/market/sources/hyperliquid/client"
import { createKrakenSource } from "@/lib/market/sources/kraken/client"
import { createCachedFeed } from "./cached-feed"
import { createCoinFeed } from "./coin-feed"
import { type FeedPorts, permitted } from "./feed-ports"

export type BookFeeds = ReturnType<typeof createBookFeeds>

const MAX_AGE_MS = 2 * 60_000
const MIN_INTERVAL_MS = 30_000

/** The order books of every venue that the profile allows. They are of the moment, so nothing is stored. */
export function createBookFeeds(ports: FeedPorts) {
  const { http, clock } = ports
  const sources = permitted(ports, [createHyperliquidSource({ http, clock }), createKrakenSource({ http, clock })])
  const read = async (coin: Coin) => {
    const answers = await Promise.allSettled(sources.map((source) => source.book(coin)))
    const books = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []))
    if (books.length === 0) {
      throw new SourceUnavailableError({ kind: "stale", host: "books", message: `No venue shows a book of ${coin}.` })
    }
    return { value: books, asOfMs: Math.max(...books.map(({ atMs }) => atMs)) }
  }
  return {
    books: createCoinFeed<readonly VenueBook[]>((coin) =>
      createCachedFeed({
        readers:
          sources.length === 0 ? [] : [{ name: sources.map(({ name }) => name).join(", "), read: () => read(coin) }],
        clock,
        maxAgeMs: MAX_AGE_MS,
        minIntervalMs: MIN_INTERVAL_MS,
      }),
    ),
  }
}
