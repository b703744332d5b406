import { z } from "zod"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { createAlternativeMeSource } from "@/lib/sources/alternative-me/client"
import { createCachedFeed } from "./cached-feed"
import type { FeedPorts } from "./feed-ports"
import { createSqlValueStore } from "./sql-value-store"

export type MarketFeeds = ReturnType<typeof createMarketFeeds>

const FearGreedDays = z.array(z.object({ atMs: z.number(), index: z.number() }))

/** Half a year of regimes is replayed, each on a mean of seven days. */
const FEAR_GREED_DAYS = 200

/** The feeds that the indicators read beside candles. */
export function createMarketFeeds({ http, clock, store }: FeedPorts) {
  const alternativeMe = createAlternativeMeSource({ http })
  return {
    fearGreed: createCachedFeed({
      readers: [
        {
          name: alternativeMe.name,
          async read() {
            const { points, asOfMs } = await alternativeMe.fearGreed(FEAR_GREED_DAYS)
            return { value: points.map(({ atMs, index }) => ({ atMs, index })), asOfMs }
          },
        },
      ],
      clock,
      maxAgeMs: 26 * HOUR_MS,
      pauseMs: HOUR_MS / 2,
      store: createSqlValueStore(store, "fearGreed", (json) => FearGreedDays.parse(json)),
    }),
  }
}
