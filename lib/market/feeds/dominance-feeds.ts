import { z } from "zod"
import { inputLimits } from "@/lib/domain/freshness"
import type { Dominance } from "@/lib/domain/market/dominance"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { createCoinGeckoSource } from "@/lib/market/sources/coingecko/client"
import { createCoinPaprikaSource } from "@/lib/market/sources/coinpaprika/client"
import { createCachedFeed } from "./cached-feed"
import { mayShowValues, permitted, type FeedPorts } from "./feed-ports"
import { createSqlValueStore } from "./sql-value-store"

export type DominanceFeeds = ReturnType<typeof createDominanceFeeds>

const StoredDominance = z.object({
  btcPct: z.number().nullable(),
  ethPct: z.number().nullable(),
  marketCapUsd: z.number().nullable(),
  volume24hUsd: z.number().nullable(),
  marketCapChange24hPct: z.number(),
})

/** What may be sold of a list whose values may not. */
function changeOf({ marketCapChange24hPct }: Dominance): Dominance {
  return { btcPct: null, ethPct: null, marketCapUsd: null, volume24hUsd: null, marketCapChange24hPct }
}

/** Bitcoin's part of the whole market. */
export function createDominanceFeeds({ http, clock, store, keys, ...rights }: FeedPorts) {
  const sources = permitted(rights, [
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
          return { value: mayShowValues(rights, source) ? value : changeOf(value), asOfMs: Math.min(asOfMs, clock()) }
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
