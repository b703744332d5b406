import { z } from "zod"
import type { TreasuryBillFeed } from "@/lib/domain/defi/yield-pool"
import { inputLimits } from "@/lib/domain/freshness"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { createAlternativeMeSource } from "@/lib/sources/alternative-me/client"
import { createCboeSource } from "@/lib/sources/cboe/client"
import { createDefiLlamaSource } from "@/lib/sources/defillama/client"
import { createFredSource } from "@/lib/sources/fred/client"
import type { FredSeries } from "@/lib/sources/fred/schema"
import type { DailyValue } from "@/lib/sources/wire/daily-value"
import { createYahooSource } from "@/lib/sources/yahoo/client"
import type { YahooSymbol } from "@/lib/sources/yahoo/schema"
import type { CachedFeed } from "./cached-feed"
import type { FeedPorts, ManagedFeed } from "./feed-ports"
import { createPointsFeed, type PointsSource } from "./points-feed"

export type MarketFeeds = ReturnType<typeof createMarketFeeds>

const FearGreedPoint = z.object({ atMs: z.number(), index: z.number() })
const SupplyPoint = z.object({ atMs: z.number(), supplyUsd: z.number() })
const DailyPoint = z.object({ atMs: z.number(), value: z.number() })

/** What a regime looks back on, and the week before it. */
const FEAR_GREED_DAYS = 730
const SESSIONS_MS = 200 * DAY_MS
/** A Friday's value is the newest until a Tuesday, and longer around holidays. */
const SESSION_MAX_AGE_MS = 7 * DAY_MS
/** A yield of weeks ago is still a fair yardstick. */
const BILL_MAX_AGE_MS = 14 * DAY_MS

/** The series that are the same for every coin: sentiment, supply of dollars, the wider market. */
export function createMarketFeeds(ports: FeedPorts) {
  const { http, clock } = ports
  const alternativeMe = createAlternativeMeSource({ http })
  const defiLlama = createDefiLlamaSource({ http, clock })
  const from = dailySources(ports)
  const daily = (name: string, sources: readonly PointsSource<DailyValue>[], maxAgeMs = SESSION_MAX_AGE_MS) =>
    createPointsFeed(ports, { name, sources, point: DailyPoint, maxAgeMs, pauseMs: HOUR_MS, keepMs: SESSIONS_MS })

  return {
    fearGreed: createPointsFeed(ports, {
      name: "fearGreed",
      sources: [{ ...alternativeMe, read: () => alternativeMe.fearGreed(FEAR_GREED_DAYS) }],
      point: FearGreedPoint,
      maxAgeMs: inputLimits.fearGreed.maxAgeMs,
      pauseMs: inputLimits.fearGreed.everyMs,
      keepMs: FEAR_GREED_DAYS * DAY_MS,
    }),
    stablecoins: createPointsFeed(ports, {
      name: "stablecoins",
      sources: [{ ...defiLlama, read: () => defiLlama.stablecoinDays() }],
      point: SupplyPoint,
      maxAgeMs: 60 * HOUR_MS,
      pauseMs: HOUR_MS,
      keepMs: 120 * DAY_MS,
    }),
    vix: daily("vix", [from.cboe, from.fred("VIXCLS"), from.yahoo("^VIX")]),
    // ICE's index of six currencies, or the Fed's broad one from another base: a series is of one of them.
    dxy: daily("dxy", [from.yahoo("DX-Y.NYB"), from.fred("DTWEXBGS")], 2 * SESSION_MAX_AGE_MS),
    us10y: daily("us10y", [from.fred("DGS10"), from.yahoo("^TNX")]),
    spx: daily("spx", [from.fred("SP500"), from.yahoo("^GSPC")]),
    treasuryBill: newestOf(daily("treasuryBill", [from.fred("DGS3MO")], BILL_MAX_AGE_MS)),
  }
}

function dailySources({ http, clock, keys }: FeedPorts) {
  const cboe = createCboeSource({ http })
  const fred = createFredSource({ http, ...(keys.fred !== null && { apiKey: keys.fred }) })
  const yahoo = createYahooSource({ http })
  return {
    cboe: { ...cboe, read: () => cboe.vixPoints() },
    fred: (id: FredSeries) => ({ ...fred, read: () => fred.daily(id, clock() - SESSIONS_MS) }),
    yahoo: (symbol: YahooSymbol) => ({ ...yahoo, read: () => yahoo.daily(symbol) }),
  }
}

function newestOf(feed: CachedFeed<readonly DailyValue[]>): TreasuryBillFeed & ManagedFeed {
  return {
    refreshIfDue: () => feed.refreshIfDue(),
    reload: () => feed.reload(),
    status: () => feed.status(),
    async read() {
      const held = await feed.read()
      const newest = held?.value.at(-1)
      return held === null || newest === undefined ? null : { ...held, value: newest.value }
    },
  }
}
