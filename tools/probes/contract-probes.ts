import { type Coin, COINS } from "@/lib/domain/market/coin"
import { DAY_MS } from "@/lib/domain/utc-day"
import { HOURLY_FUNDING_MS } from "@/lib/market/feeds/derivative-feeds"
import { createBinanceFuturesSource } from "@/lib/market/sources/binance-futures/client"
import { createBybitSource } from "@/lib/market/sources/bybit/client"
import { createHyperliquidSource } from "@/lib/market/sources/hyperliquid/client"
import { createKrakenFuturesSource } from "@/lib/market/sources/kraken-futures/client"
import { createKrakenSource } from "@/lib/market/sources/kraken/client"
import { createOkxSwapSource } from "@/lib/market/sources/okx/swap-client"
import { seriesMaxAgeMs } from "@/lib/market/sources/wire/max-age"
import { DAY_HOURS, type Need, type Probe, probe, type ProbePorts, series } from "./probe"

const FUNDING: Need = { maxAgeMs: seriesMaxAgeMs.funding }
const OPEN_INTEREST: Need = { maxAgeMs: seriesMaxAgeMs.openInterest, minRows: DAY_HOURS }
const TAKER_FLOW: Need = { maxAgeMs: seriesMaxAgeMs.takerFlow, minRows: DAY_HOURS }
const LONG_SHORT: Need = { maxAgeMs: seriesMaxAgeMs.longShort, minRows: DAY_HOURS }
const QUOTES: Need = { maxAgeMs: seriesMaxAgeMs.openInterest, minRows: DAY_HOURS - 2 }
const BOOK: Need = { maxAgeMs: 2 * 60_000, minRows: 10 }
/** Hourly values reach back four days, so older daily values would leave a gap. */
const LONG_SHORT_DAYS: Need = { maxAgeMs: 4 * DAY_MS, minRows: 20 }

/** Perpetual contracts of each coin at every venue. */
export function contractProbes({ http, clock }: Pick<ProbePorts, "http" | "clock">): readonly Probe[] {
  const [okx, binance] = [createOkxSwapSource({ http, clock }), createBinanceFuturesSource({ http })]
  const krakenFutures = createKrakenFuturesSource({ http, clock })
  const [bybit, hyperliquid] = [createBybitSource({ http, clock }), createHyperliquidSource({ http, clock })]
  return [
    ...[okx, binance, bybit].flatMap((source) => COINS.flatMap((coin) => venueProbes(source, coin))),
    ...[okx, binance, krakenFutures].flatMap((source) =>
      COINS.map((coin) => series(source, `taker flow ${coin}`, () => source.takerFlow(coin, "1h"), TAKER_FLOW)),
    ),
    ...COINS.flatMap((coin) => [
      series(krakenFutures, `funding ${coin}`, () => krakenFutures.fundingHistory(coin, clock() - HOURLY_FUNDING_MS), {
        ...FUNDING,
        minRows: DAY_HOURS,
      }),
      ...positionProbes(krakenFutures, coin),
    ]),
    ...COINS.flatMap((coin) => [
      series(hyperliquid, `funding ${coin}`, () => hyperliquid.fundingHistory(coin, clock() - HOURLY_FUNDING_MS), {
        ...FUNDING,
        minRows: DAY_HOURS,
      }),
      // The venue has no history.
      probe(hyperliquid, `open interest ${coin}`, openInterest(hyperliquid, coin), { ...OPEN_INTEREST, minRows: 1 }),
    ]),
    ...[hyperliquid, createKrakenSource({ http, clock })].flatMap((source) =>
      COINS.map((coin) =>
        probe(
          source,
          `order book ${coin}`,
          async () => {
            const { bids, asks, atMs } = await source.book(coin)
            return { rows: Math.min(bids.length, asks.length), droppedRows: 0, asOfMs: atMs }
          },
          BOOK,
        ),
      ),
    ),
    ...COINS.flatMap((coin) => quoteProbes([okx, binance, bybit, hyperliquid, krakenFutures], coin)),
    ...[okx, binance, bybit, krakenFutures].flatMap((source) =>
      COINS.map((coin) =>
        series(source, `open interest 1d ${coin}`, () => source.openInterestHistory(coin, "1d"), LONG_SHORT_DAYS),
      ),
    ),
    ...COINS.flatMap((coin) => [
      series(krakenFutures, `basis ${coin}`, () => krakenFutures.basisHistory(coin, clock() - DAY_MS), QUOTES),
      series(krakenFutures, `liquidations ${coin}`, () => krakenFutures.liquidations(coin, 4 * DAY_MS), TAKER_FLOW),
    ]),
  ]
}

type Venue = ReturnType<typeof createOkxSwapSource | typeof createBinanceFuturesSource | typeof createBybitSource>

function venueProbes(source: Venue, coin: Coin): readonly Probe[] {
  return [
    series(source, `funding ${coin}`, () => source.fundingHistory(coin), FUNDING),
    ...positionProbes(source, coin),
  ]
}

function positionProbes(source: Venue | ReturnType<typeof createKrakenFuturesSource>, coin: Coin): readonly Probe[] {
  return [
    series(source, `open interest ${coin}`, () => source.openInterestHistory(coin, "1h"), OPEN_INTEREST),
    series(source, `long/short 1h ${coin}`, () => source.longShort(coin, "1h"), LONG_SHORT),
    series(source, `long/short 1d ${coin}`, () => source.longShort(coin, "1d"), LONG_SHORT_DAYS),
  ]
}

type Quoting = Venue | ReturnType<typeof createHyperliquidSource | typeof createKrakenFuturesSource>

function quoteProbes(sources: readonly Quoting[], coin: Coin): readonly Probe[] {
  return sources.map((source) =>
    probe(
      source,
      `basis and predicted funding ${coin}`,
      async () => ({ rows: 1, droppedRows: 0, asOfMs: (await source.quote(coin)).atMs }),
      { ...QUOTES, minRows: 1 },
    ),
  )
}

function openInterest(source: ReturnType<typeof createHyperliquidSource>, coin: Coin): Probe["run"] {
  return async () => ({ rows: 1, droppedRows: 0, asOfMs: (await source.openInterest(coin)).atMs })
}
