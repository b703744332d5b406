import { z } from "zod"
import { inputLimits } from "@/lib/domain/freshness"
import type { Dominance } from "@/lib/domain/market/dominance"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { createCoinGeckoSource } from "@/lib/market/sources/coingecko/client"
import { createCoinPaprikaSource } from "@/lib/market/sources/coinpaprika/client"
import { createCachedFeed } from "./cached-feed"
import { permitted, type FeedPorts } from "./feed-ports"
import { createSqlValueStore } from "./sql-value-store"

export type DominanceFeeds = ReturnType<typeof createDominanceFeeds>

const StoredDominance = z.object({
  btcPct: z.number(),
  ethPct: z.number().nullable(),
  marketCapUsd: z.number(),
  volume24hUsd: z.number(),
  marketCapChange24hPct: z.number(),
})

/** Bitcoin's part of the whole market. */
export function createDominanceFeeds({ http, clock, store, profile, keys }: FeedPorts) {
  const sources = permitted(profile, [
    createCoinGeckoSource({ http, ...(keys.coingecko !== null && { apiKey: keys.coingecko }) }),
    createCoinPaprikaSource({ http }),
  ])
  return {
    dominance: createCachedFeed<Dominance>({
      readers: sources.map((source) => ({
        name: source.name,
        async read() {
          const { value, asOfMs } = await source.global()
          // A timestamp in the future must not keep the value fresh.
          return { value, asOfMs: Math.min(asOfMs, clock()) }
        },
      })),
      clock,
      maxAgeMs: inputLimits.dominance.maxAgeMs,
      minIntervalMs: inputLimits.dominance.everyMs,
      // CoinPaprika uses another coin list and has no ETH share, so a short failure does not switch providers.
      graceMs: HOUR_MS,
      store: createSqlValueStore(store, "dominance", (json) => StoredDominance.parse(json)),
    }),
  }
}
