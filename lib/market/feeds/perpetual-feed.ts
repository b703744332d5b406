import { z } from "zod"
import { inputLimits } from "@/lib/domain/freshness"
import type { Perpetual } from "@/lib/domain/market/perpetual"
import { createHyperliquidSource } from "@/lib/market/sources/hyperliquid/client"
import { createCachedFeed } from "./cached-feed"
import { type FeedPorts, mayShowValues } from "./feed-ports"
import { createSqlValueStore } from "./sql-value-store"

export type PerpetualFeeds = ReturnType<typeof createPerpetualFeeds>

/** What a watchlist can choose from; the venue lists about two hundred. */
const MAX_PERPETUALS = 100

const StoredPerpetuals = z.array(
  z.object({
    symbol: z.string(),
    priceUsd: z.number(),
    dayBeforeUsd: z.number().nullable(),
    volume24hUsd: z.number(),
  }),
)

/** Prices for watchlists, by one request for all coins. They are shown, so only a source whose values may be shown is read. */
export function createPerpetualFeeds({ http, clock, store, ...rights }: FeedPorts) {
  const source = createHyperliquidSource({ http, clock })
  const { maxAgeMs, everyMs: minIntervalMs } = inputLimits.price
  return {
    perpetuals: createCachedFeed<readonly Perpetual[]>({
      readers: mayShowValues(rights, source)
        ? [
            {
              name: source.name,
              async read() {
                const asOfMs = clock()
                const all = await source.perpetuals()
                const value = all.toSorted((a, b) => b.volume24hUsd - a.volume24hUsd).slice(0, MAX_PERPETUALS)
                return { value, asOfMs }
              },
            },
          ]
        : [],
      clock,
      maxAgeMs,
      minIntervalMs,
      store: createSqlValueStore(store, "perpetuals", (json) => StoredPerpetuals.parse(json)),
    }),
  }
}
