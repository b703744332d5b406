import { z } from "zod"
import { inputLimits } from "@/lib/domain/freshness"
import type { Dominance } from "@/lib/domain/market/dominance"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
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
  marketCapChange24hPct: z.number().nullable(),
  readings: z.array(z.object({ atMs: z.number(), usd: z.number() })).optional(),
})

/** The market's value at earlier times, kept for a day, where only a change of our own may be sold. */
type Held = Dominance & { readonly readings?: readonly { readonly atMs: number; readonly usd: number }[] | undefined }

const MIN_CHANGE_SPAN_MS = 23 * HOUR_MS

/** What may be sold of a provider whose values may not: our change over a day. Its own figure of the change is a value. */
function changeOf({ marketCapUsd }: Dominance, atMs: number, before: Held | undefined): Held {
  const known = before?.readings?.filter((reading) => reading.atMs >= atMs - DAY_MS && reading.atMs < atMs) ?? []
  const readings = marketCapUsd === null ? known : [...known, { atMs, usd: marketCapUsd }]
  const [first] = readings
  const isDay = first !== undefined && marketCapUsd !== null && atMs - first.atMs >= MIN_CHANGE_SPAN_MS
  const marketCapChange24hPct = isDay ? 100 * (marketCapUsd / first.usd - 1) : null
  return { btcPct: null, ethPct: null, marketCapUsd: null, volume24hUsd: null, marketCapChange24hPct, readings }
}

/** Bitcoin's part of the whole market. */
export function createDominanceFeeds({ http, clock, store, keys, ...rights }: FeedPorts) {
  const sources = permitted(rights, [
    createCoinGeckoSource({ http, ...(keys.coingecko !== null && { apiKey: keys.coingecko }) }),
    createCoinPaprikaSource({ http }),
  ])
  return {
    dominance: createCachedFeed<Held>({
      readers: sources.map((source) => ({
        name: source.name,
        async read(previous) {
          const { value, asOfMs } = await source.global()
          // A timestamp in the future must not keep the value fresh.
          const atMs = Math.min(asOfMs, clock())
          return { value: mayShowValues(rights, source) ? value : changeOf(value, atMs, previous?.value), asOfMs: atMs }
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
