import { z } from "zod"
import { mean } from "@/lib/domain/statistics/moments"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { createBinanceFuturesSource } from "@/lib/market/sources/binance-futures/client"
import { createBybitSource } from "@/lib/market/sources/bybit/client"
import { createHyperliquidSource } from "@/lib/market/sources/hyperliquid/client"
import { createKrakenFuturesSource } from "@/lib/market/sources/kraken-futures/client"
import { createOkxSwapSource } from "@/lib/market/sources/okx/swap-client"
import type { FundingPoint, LongShortPoint, TakerFlowPoint } from "@/lib/market/sources/wire/derivatives"
import { seriesMaxAgeMs } from "@/lib/market/sources/wire/max-age"
import type { Series } from "@/lib/market/sources/wire/series"
import { createCoinFeed } from "./coin-feed"
import type { FeedPorts } from "./feed-ports"
import { createPointsFeed } from "./points-feed"
import { createPremiumSource } from "./premium-source"

export type DerivativeFeeds = ReturnType<typeof createDerivativeFeeds>

const FundingStored = z.object({ atMs: z.number(), fundingPctPer8h: z.number() })
const OpenInterestStored = z.object({
  atMs: z.number(),
  openInterestBase: z.number(),
  openInterestUsd: z.number().nullable(),
})
const LongShortStored = z.object({ atMs: z.number(), longShortRatio: z.number() })
const TakerFlowStored = z.object({ atMs: z.number(), takerBuyBase: z.number(), takerSellBase: z.number() })
const PremiumStored = z.object({ atMs: z.number(), premiumPct: z.number() })

const MONTH_MS = 31 * DAY_MS
const MIN_INTERVAL_MS = 5 * 60_000
/** Hyperliquid settles hourly and returns at most 500 rates. */
export const HOURLY_FUNDING_MS = 20 * DAY_MS
/** Own readings are kept this long for the 24-hour change. */
const OWN_READINGS_MS = 3 * DAY_MS

/** Perpetual contracts of each coin, and the Coinbase premium. */
export function createDerivativeFeeds(ports: FeedPorts) {
  const { http, clock } = ports
  const okx = createOkxSwapSource({ http, clock })
  const hyperliquid = createHyperliquidSource({ http, clock })
  const binance = createBinanceFuturesSource({ http })
  const bybit = createBybitSource({ http, clock })
  const krakenFutures = createKrakenFuturesSource({ http, clock })
  const premium = createPremiumSource({ http, clock })
  const shared = { minIntervalMs: MIN_INTERVAL_MS, keepMs: MONTH_MS }

  return {
    funding: createCoinFeed((coin) =>
      createPointsFeed(ports, {
        ...shared,
        name: `funding.${coin}`,
        sources: [
          { ...okx, read: () => okx.fundingHistory(coin) },
          {
            ...hyperliquid,
            read: async () => per8Hours(await hyperliquid.fundingHistory(coin, clock() - HOURLY_FUNDING_MS)),
          },
          { ...binance, read: () => binance.fundingHistory(coin) },
          { ...bybit, read: () => bybit.fundingHistory(coin) },
          {
            ...krakenFutures,
            read: async () => per8Hours(await krakenFutures.fundingHistory(coin, clock() - HOURLY_FUNDING_MS)),
          },
        ],
        point: FundingStored,
        maxAgeMs: seriesMaxAgeMs.funding,
      }),
    ),
    openInterest: createCoinFeed((coin) =>
      createPointsFeed(ports, {
        ...shared,
        name: `openInterest.${coin}`,
        sources: [
          { ...okx, read: () => okx.openInterestHistory(coin, "1h") },
          { ...binance, read: () => binance.openInterestHistory(coin, "1h") },
          // Stored values of the source "bybit" count both sides of each contract. Another name keeps them from being read.
          { ...bybit, name: "bybit (one side)", read: () => bybit.openInterestHistory(coin, "1h") },
          {
            ...hyperliquid,
            // The venue has no history, so this feed keeps the last reading of each hour.
            async read(previous) {
              const now = await hyperliquid.openInterest(coin)
              const hourMs = Math.floor(now.atMs / HOUR_MS) * HOUR_MS
              const before = previous.filter(({ atMs }) => atMs < hourMs && atMs >= now.atMs - OWN_READINGS_MS)
              return { points: [...before, now], asOfMs: now.atMs }
            },
          },
          { ...krakenFutures, read: () => krakenFutures.openInterestHistory(coin, "1h") },
        ],
        point: OpenInterestStored,
        maxAgeMs: seriesMaxAgeMs.openInterest,
      }),
    ),
    longShort: createCoinFeed((coin) =>
      createPointsFeed(ports, {
        ...shared,
        name: `longShort.${coin}`,
        sources: [okx, binance, bybit, krakenFutures].map((source) => ({
          ...source,
          read: async () => daysThenHours(await source.longShort(coin, "1d"), await source.longShort(coin, "1h")),
        })),
        point: LongShortStored,
        maxAgeMs: seriesMaxAgeMs.longShort,
      }),
    ),
    takerFlow: createCoinFeed((coin) =>
      createPointsFeed(ports, {
        ...shared,
        keepMs: 2 * MONTH_MS,
        // The stored name "takerFlow" holds OKX values in contracts. They must not mix with coins.
        name: `takerFlowBase.${coin}`,
        // One request covers four days. A longer history accumulates while the service runs.
        sources: [okx, binance, krakenFutures].map((source) => ({
          ...source,
          async read(previous: readonly TakerFlowPoint[]) {
            const { points, asOfMs } = await source.takerFlow(coin, "1h")
            const [first] = points
            return { points: [...previous.filter(({ atMs }) => first && atMs < first.atMs), ...points], asOfMs }
          },
        })),
        point: TakerFlowStored,
        maxAgeMs: seriesMaxAgeMs.takerFlow,
      }),
    ),
    coinbasePremium: createCoinFeed((coin) =>
      createPointsFeed(ports, {
        ...shared,
        name: `coinbasePremium.${coin}`,
        sources: [premium(coin)],
        point: PremiumStored,
        maxAgeMs: seriesMaxAgeMs.coinbasePremium,
      }),
    ),
  }
}

/** Means of eight hourly rates, dated at the 8-hour settlement times. */
function per8Hours({ points, asOfMs }: Series<FundingPoint>): Pick<Series<FundingPoint>, "points" | "asOfMs"> {
  const spanMs = 8 * HOUR_MS
  const rates = new Map<number, number[]>()
  for (const { atMs, fundingPctPer8h } of points) {
    const settlementMs = Math.ceil(atMs / spanMs) * spanMs
    rates.set(settlementMs, [...(rates.get(settlementMs) ?? []), fundingPctPer8h])
  }
  const whole = [...rates].filter(([, hours]) => hours.length === 8)
  const settlements = whole.map(([atMs, hours]) => ({ atMs, fundingPctPer8h: mean(hours) ?? 0 }))
  return { points: settlements, asOfMs }
}

/** Daily values for a month, then hourly values, so that every 4h close has its own value. */
function daysThenHours(days: Series<LongShortPoint>, hours: Series<LongShortPoint>) {
  const [first] = hours.points
  const before = days.points.filter(({ atMs }) => first !== undefined && atMs + DAY_MS <= first.atMs)
  return { points: [...before, ...hours.points], asOfMs: hours.asOfMs }
}
