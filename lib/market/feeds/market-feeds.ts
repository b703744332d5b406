import { z } from "zod"
import type { TreasuryBillFeed } from "@/lib/domain/defi/yield-pool"
import { inputLimits } from "@/lib/domain/freshness"
import { US10Y_KNOWN_AFTER_MS } from "@/lib/domain/signals/market-inputs"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { createAlternativeMeSource } from "@/lib/market/sources/alternative-me/client"
import { createCboeSource } from "@/lib/market/sources/cboe/client"
import { createDefiLlamaSource } from "@/lib/market/sources/defillama/client"
import { createFredSource } from "@/lib/market/sources/fred/client"
import type { FredSeries } from "@/lib/market/sources/fred/schema"
import type { DailyValue } from "@/lib/market/sources/wire/daily-value"
import { seriesMaxAgeMs } from "@/lib/market/sources/wire/max-age"
import { toSeries } from "@/lib/market/sources/wire/series"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { createUsTreasurySource, type Maturity } from "@/lib/market/sources/us-treasury/client"
import { createYahooSource } from "@/lib/market/sources/yahoo/client"
import type { YahooSymbol } from "@/lib/market/sources/yahoo/schema"
import type { CachedFeed } from "./cached-feed"
import type { FeedPorts, ManagedFeed } from "./feed-ports"
import { createPointsFeed, type PointsSource } from "./points-feed"

export type MarketFeeds = ReturnType<typeof createMarketFeeds>

const FearGreedPoint = z.object({ atMs: z.number(), index: z.number().min(0).max(100), label: z.string().optional() })
const SupplyPoint = z.object({ atMs: z.number(), supplyUsd: z.number().positive() })
const PositiveDay = z.object({ atMs: z.number(), value: z.number().positive() })
/** Bills have yielded nothing for months. */
const BillDay = z.object({ atMs: z.number(), value: z.number() })

/** Look-back of the regime, plus one week. */
export const FEAR_GREED_DAYS = 730
export const SESSIONS_MS = 200 * DAY_MS

/** Series that do not depend on a coin: sentiment, stablecoin supply, macro. */
export function createMarketFeeds(ports: FeedPorts) {
  const { http, clock } = ports
  const alternativeMe = createAlternativeMeSource({ http })
  const defiLlama = createDefiLlamaSource({ http })
  const from = dailySources(ports)
  const daily = (
    name: string,
    sources: readonly PointsSource<DailyValue>[],
    maxAgeMs: number = seriesMaxAgeMs.sessions,
    point: z.ZodType<DailyValue> = PositiveDay,
  ) =>
    createPointsFeed(ports, {
      name,
      sources,
      point,
      maxAgeMs,
      minIntervalMs: HOUR_MS,
      // The fallback lags a day or is another index, so a short failure does not switch providers.
      graceMs: DAY_MS,
      keepMs: SESSIONS_MS,
    })

  return {
    fearGreed: createPointsFeed(ports, {
      name: "fearGreed",
      sources: [{ ...alternativeMe, read: () => alternativeMe.fearGreed(FEAR_GREED_DAYS) }],
      point: FearGreedPoint,
      maxAgeMs: inputLimits.fearGreed.maxAgeMs,
      minIntervalMs: inputLimits.fearGreed.everyMs,
      keepMs: FEAR_GREED_DAYS * DAY_MS,
    }),
    stablecoins: createPointsFeed(ports, {
      name: "stablecoins",
      sources: [{ ...defiLlama, read: () => defiLlama.stablecoinDays() }],
      point: SupplyPoint,
      maxAgeMs: seriesMaxAgeMs.stablecoins,
      minIntervalMs: HOUR_MS,
      keepMs: 120 * DAY_MS,
    }),
    vix: daily("vix", [from.cboe, from.fred("VIXCLS"), from.yahoo("^VIX")]),
    // ICE's dollar index or the Fed's broad index. One series never mixes them.
    dxy: daily("dxy", [from.yahoo("DX-Y.NYB"), from.fred("DTWEXBGS")], seriesMaxAgeMs.dollarIndex),
    // The Treasury publishes a day before FRED. Without this cut, Yahoo's open session would be newer, and no other could take over.
    us10y: daily("us10y", [
      from.treasury("10 Yr"),
      from.fred("DGS10"),
      knownBefore(from.yahoo("^TNX"), () => clock() - US10Y_KNOWN_AFTER_MS),
    ]),
    spx: daily("spx", [from.fred("SP500"), from.yahoo("^GSPC")]),
    treasuryBill: newestOf(
      daily("treasuryBill", [from.treasury("3 Mo"), from.fred("DGS3MO")], seriesMaxAgeMs.bill, BillDay),
    ),
  }
}

function dailySources({ http, clock, keys }: FeedPorts) {
  const cboe = createCboeSource({ http })
  const treasury = createUsTreasurySource({ http })
  const fred = createFredSource({ http, ...(keys.fred !== null && { apiKey: keys.fred }) })
  const yahoo = createYahooSource({ http })
  return {
    treasury: (maturity: Maturity) => ({
      ...treasury,
      read: () => treasury.daily(maturity, { fromMs: clock() - SESSIONS_MS, toMs: clock() }),
    }),
    cboe: { ...cboe, read: () => cboe.vixPoints() },
    fred: (id: FredSeries) => ({
      ...fred,
      license: licenseOf(`fred ${id}`),
      read: () => fred.daily(id, clock() - SESSIONS_MS),
    }),
    // An open session has no close yet, so it is excluded.
    yahoo: (symbol: YahooSymbol) => knownBefore({ ...yahoo, read: () => yahoo.daily(symbol) }, () => clock() - DAY_MS),
  }
}

/** Drops the days after `lastMs`. */
function knownBefore(source: PointsSource<DailyValue>, lastMs: () => number): PointsSource<DailyValue> {
  return {
    ...source,
    async read(previous) {
      const { points } = await source.read(previous)
      const known = points.filter(({ atMs }) => atMs <= lastMs())
      return toSeries(source.name, known, 0)
    },
  }
}

function newestOf(feed: CachedFeed<readonly DailyValue[]>): TreasuryBillFeed & ManagedFeed {
  return {
    refreshIfDue: () => feed.refreshIfDue(),
    reload: () => feed.reload(),
    status: () => feed.status(),
    revision: () => feed.revision(),
    async read() {
      const held = await feed.read()
      const newest = held?.value.at(-1)
      return held === null || newest === undefined ? null : { ...held, value: newest.value }
    },
  }
}
