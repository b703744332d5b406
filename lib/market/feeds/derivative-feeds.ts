import { z } from "zod"
import { mean } from "@/lib/domain/statistics/moments"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { createBinanceFuturesSource } from "@/lib/market/sources/binance-futures/client"
import { createBybitSource } from "@/lib/market/sources/bybit/client"
import { createHyperliquidSource } from "@/lib/market/sources/hyperliquid/client"
import { createKrakenFuturesSource } from "@/lib/market/sources/kraken-futures/client"
import { createOkxSwapSource } from "@/lib/market/sources/okx/swap-client"
import { SourceMalformedError } from "@/lib/outbound/errors"
import type { FundingPoint, OpenInterestPoint, QuotePoint } from "@/lib/market/sources/wire/derivatives"
import { seriesMaxAgeMs } from "@/lib/market/sources/wire/max-age"
import type { Series } from "@/lib/market/sources/wire/series"
import { createCoinFeed } from "./coin-feed"
import type { FeedPorts } from "./feed-ports"
import { createPointsFeed } from "./points-feed"
import { createPremiumSource } from "./premium-source"
import { createVenueFeed } from "./venue-feed"

export type DerivativeFeeds = ReturnType<typeof createDerivativeFeeds>

/** Beyond these limits a value is a wrong number: venues cap funding at 4% an hour, and a contract stays near its index. */
const rate = z.number().min(-32).max(32)
const difference = z.number().min(-20).max(20)
const FundingStored = z.object({ atMs: z.number(), fundingPctPer8h: rate })
/** A venue in maintenance answers zeros. */
const OpenInterestStored = z.object({
  atMs: z.number(),
  openInterestBase: z.number().positive(),
  openInterestUsd: z.number().nullable(),
})
const LongShortStored = z.object({ atMs: z.number(), longShortRatio: z.number().positive() })
const TakerFlowStored = z.object({
  atMs: z.number(),
  takerBuyBase: z.number().min(0),
  takerSellBase: z.number().min(0),
})
const QuoteStored = z.object({ atMs: z.number(), basisPct: difference, predictedPctPer8h: rate.nullable() })
const LiquidationStored = z.object({ atMs: z.number(), liquidatedBase: z.number().min(0) })
const PremiumStored = z.object({ atMs: z.number(), premiumPct: difference })

/** In a day open interest at most halves or doubles. */
const MAX_CHANGE = 4
const MONTH_MS = 31 * DAY_MS
const MIN_INTERVAL_MS = 5 * 60_000
/** Hyperliquid settles hourly and returns at most 500 rates. */
export const HOURLY_FUNDING_MS = 20 * DAY_MS
/** Points of this time are kept hourly, for changes over 24 hours; older ones daily. */
const HOURLY_MS = 3 * DAY_MS

/** Perpetual contracts of each coin by venue, and the Coinbase premium. A view sums the venues. */
export function createDerivativeFeeds(ports: FeedPorts) {
  const { http, clock } = ports
  const okx = createOkxSwapSource({ http, clock })
  const hyperliquid = createHyperliquidSource({ http, clock })
  const binance = createBinanceFuturesSource({ http })
  const bybit = createBybitSource({ http, clock })
  const krakenFutures = createKrakenFuturesSource({ http, clock })
  const premium = createPremiumSource({ http, clock })
  const shared = { minIntervalMs: MIN_INTERVAL_MS, keepMs: MONTH_MS }
  const monthAgoMs = () => clock() - MONTH_MS

  return {
    funding: createVenueFeed(ports, {
      ...shared,
      name: "fundingByVenue",
      sources: (coin) => [
        { ...okx, read: () => okx.fundingHistory(coin) },
        { ...binance, read: () => binance.fundingHistory(coin) },
        { ...bybit, read: () => bybit.fundingHistory(coin) },
        {
          ...hyperliquid,
          read: async (previous) =>
            per8Hours(
              await hourlyMonth(previous, monthAgoMs(), clock(), (fromMs) => hyperliquid.fundingHistory(coin, fromMs)),
            ),
        },
        { ...krakenFutures, read: async () => per8Hours(await krakenFutures.fundingHistory(coin, monthAgoMs())) },
      ],
      point: FundingStored,
      maxAgeMs: seriesMaxAgeMs.funding,
    }),
    openInterest: createVenueFeed(ports, {
      ...shared,
      name: "openInterestByVenue",
      thin: (points) => lastOfDays(points, clock()),
      sources: (coin) => [
        ...[okx, binance, bybit, krakenFutures].map((source) => ({
          ...source,
          read: async (previous: readonly OpenInterestPoint[]) =>
            inSameUnit(
              source.name,
              previous,
              daysThenHours(
                previous.length === 0 ? await source.openInterestHistory(coin, "1d") : null,
                await source.openInterestHistory(coin, "1h"),
              ),
            ),
        })),
        {
          ...hyperliquid,
          // The venue has no history, so this feed keeps the last reading of each hour.
          read: async (previous) =>
            inSameUnit("hyperliquid", previous, ownReadings(previous, await hyperliquid.openInterest(coin))),
        },
      ],
      point: OpenInterestStored,
      maxAgeMs: seriesMaxAgeMs.openInterest,
    }),
    longShort: createVenueFeed(ports, {
      ...shared,
      name: "longShortByVenue",
      thin: (points) => lastOfDays(points, clock()),
      sources: (coin) =>
        [okx, binance, bybit, krakenFutures].map((source) => ({
          ...source,
          read: async () => daysThenHours(await source.longShort(coin, "1d"), await source.longShort(coin, "1h")),
        })),
      point: LongShortStored,
      maxAgeMs: seriesMaxAgeMs.longShort,
    }),
    takerFlow: createVenueFeed(ports, {
      ...shared,
      keepMs: 2 * MONTH_MS,
      name: "takerFlowByVenue",
      // One request covers four days. A longer history accumulates while the service runs.
      sources: (coin) =>
        [okx, binance, krakenFutures].map((source) => ({ ...source, read: () => source.takerFlow(coin, "1h") })),
      point: TakerFlowStored,
      maxAgeMs: seriesMaxAgeMs.takerFlow,
    }),
    quotes: createVenueFeed(ports, {
      ...shared,
      name: "quotesByVenue",
      thin: (points) => lastOfDays(points, clock()),
      sources: (coin) => [
        ...[okx, binance, bybit].map((source) => ({
          ...source,
          read: async (previous: readonly QuotePoint[]) => ownReadings(previous, await source.quote(coin)),
        })),
        {
          ...hyperliquid,
          async read(previous) {
            const before =
              previous.length > 0
                ? previous
                : (await hourlyMonth([], monthAgoMs(), clock(), (fromMs) => hyperliquid.basisHistory(coin, fromMs)))
                    .points
            return ownReadings(before, await hyperliquid.quote(coin))
          },
        },
        {
          ...krakenFutures,
          async read(previous) {
            const before =
              previous.length > 0 ? previous : (await krakenFutures.basisHistory(coin, monthAgoMs())).points
            return ownReadings(before, await krakenFutures.quote(coin))
          },
        },
      ],
      point: QuoteStored,
      maxAgeMs: seriesMaxAgeMs.openInterest,
    }),
    liquidations: createVenueFeed(ports, {
      ...shared,
      name: "liquidationsByVenue",
      sources: (coin) => [
        {
          ...krakenFutures,
          read: (previous) => krakenFutures.liquidations(coin, previous.length === 0 ? MONTH_MS : 4 * DAY_MS),
        },
      ],
      point: LiquidationStored,
      maxAgeMs: seriesMaxAgeMs.takerFlow,
    }),
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
function per8Hours({
  points,
  asOfMs,
}: Pick<Series<FundingPoint>, "points" | "asOfMs">): Pick<Series<FundingPoint>, "points" | "asOfMs"> {
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
function daysThenHours<P extends { readonly atMs: number }>(days: Series<P> | null, hours: Series<P>) {
  const [first] = hours.points
  const before = (days?.points ?? []).filter(({ atMs }) => first !== undefined && atMs + DAY_MS <= first.atMs)
  return { points: [...before, ...hours.points], asOfMs: hours.asOfMs }
}

/**
 * @throws {SourceMalformedError} when the open interest is more than four times that of the day before, or less than a quarter:
 *   the venue answers in another unit
 */
function inSameUnit<S extends Pick<Series<OpenInterestPoint>, "points">>(
  host: string,
  previous: readonly OpenInterestPoint[],
  read: S,
): S {
  const now = read.points.findLast(({ openInterestBase }) => openInterestBase > 0)
  const before = previous.at(-1)
  if (now === undefined || before === undefined || now.atMs - before.atMs > DAY_MS) return read
  const ratio = now.openInterestBase / before.openInterestBase
  if (ratio <= MAX_CHANGE && ratio >= 1 / MAX_CHANGE) return read
  throw new SourceMalformedError({ kind: "schema", host, message: `${host} sent open interest of another size.` })
}

/** The reading of now after those of earlier hours. */
function ownReadings<P extends { readonly atMs: number }>(previous: readonly P[], now: P) {
  const hourMs = Math.floor(now.atMs / HOUR_MS) * HOUR_MS
  return { points: [...previous.filter(({ atMs }) => atMs < hourMs), now], asOfMs: now.atMs }
}

/** Every point of the last days, and the last one of each UTC day before them. */
function lastOfDays<P extends { readonly atMs: number }>(points: readonly P[], nowMs: number): readonly P[] {
  const dayOf = (point: P | undefined) => Math.floor((point?.atMs ?? 0) / DAY_MS)
  return points.filter((point, i) => point.atMs > nowMs - HOURLY_MS || dayOf(point) !== dayOf(points[i + 1]))
}

/** A venue that answers 500 hours at most is asked twice for its first month. */
async function hourlyMonth<P extends { readonly atMs: number }>(
  previous: readonly unknown[],
  fromMs: number,
  nowMs: number,
  read: (fromMs: number) => Promise<Series<P>>,
): Promise<Pick<Series<P>, "points" | "asOfMs">> {
  const recent = await read(nowMs - HOURLY_FUNDING_MS)
  if (previous.length > 0) return recent
  const firstMs = recent.points[0]?.atMs ?? nowMs
  const before = await read(fromMs)
  return { points: [...before.points.filter(({ atMs }) => atMs < firstMs), ...recent.points], asOfMs: recent.asOfMs }
}
