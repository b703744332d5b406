import { z } from "zod"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { createKrakenSource } from "@/lib/market/sources/kraken/client"
import { seriesMaxAgeMs } from "@/lib/market/sources/wire/max-age"
import { createYahooSource } from "@/lib/market/sources/yahoo/client"
import type { FeedPorts } from "./feed-ports"
import { createPointsFeed } from "./points-feed"

export type CommodityFeeds = ReturnType<typeof createCommodityFeeds>

const HourPoint = z.object({ atMs: z.number(), value: z.number() })

/** History that moves around an event are compared with. */
export const COMMODITY_KEEP_MS = 130 * DAY_MS

/** Hourly closes of gold (a troy ounce) and oil (a barrel of WTI) in dollars. */
export function createCommodityFeeds(ports: FeedPorts) {
  const { http, clock } = ports
  const yahoo = createYahooSource({ http })
  const kraken = createKrakenSource({ http, clock })
  const maxAgeMs = seriesMaxAgeMs.commodityHours
  const options = {
    point: HourPoint,
    maxAgeMs,
    minIntervalMs: HOUR_MS / 4,
    graceMs: HOUR_MS,
    keepMs: COMMODITY_KEEP_MS,
  }
  return {
    goldHours: createPointsFeed(ports, {
      ...options,
      name: "goldHours",
      sources: [
        { ...yahoo, read: () => yahoo.hourly("GC=F", clock()) },
        // Fallback: PAX Gold, a token for one ounce, which also trades on weekends.
        { ...kraken, name: "kraken PAXG", read: () => kraken.goldHours(clock() - COMMODITY_KEEP_MS) },
      ],
    }),
    oilHours: createPointsFeed(ports, {
      ...options,
      name: "oilHours",
      sources: [{ ...yahoo, read: () => yahoo.hourly("CL=F", clock()) }],
    }),
  }
}
