import type { Clock } from "@/lib/domain/clock"
import { inputLimits } from "@/lib/domain/freshness"
import type { Coin } from "@/lib/domain/market/coin"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { createAlternativeMeSource } from "@/lib/sources/alternative-me/client"
import { createBeaSource } from "@/lib/sources/bea/client"
import { createBinanceSource } from "@/lib/sources/binance/client"
import { createBinanceFuturesSource } from "@/lib/sources/binance-futures/client"
import { createBlsSource } from "@/lib/sources/bls/client"
import { createBybitSource } from "@/lib/sources/bybit/client"
import { createCboeSource } from "@/lib/sources/cboe/client"
import { createCoinbaseSource } from "@/lib/sources/coinbase/client"
import { createCoinGeckoSource } from "@/lib/sources/coingecko/client"
import { createCoinPaprikaSource } from "@/lib/sources/coinpaprika/client"
import { createDefiLlamaSource } from "@/lib/sources/defillama/client"
import { createFarsideSource } from "@/lib/sources/farside/client"
import { createFedSource } from "@/lib/sources/fed/client"
import { createForexFactorySource } from "@/lib/sources/forexfactory/client"
import { createFredSource } from "@/lib/sources/fred/client"
import { createFredReleases } from "@/lib/sources/fred/releases"
import { createHyperliquidSource } from "@/lib/sources/hyperliquid/client"
import { createKrakenSource } from "@/lib/sources/kraken/client"
import { createMempoolSource } from "@/lib/sources/mempool/client"
import { createOkxSource } from "@/lib/sources/okx/spot-client"
import { createOkxSwapSource } from "@/lib/sources/okx/swap-client"
import { createSecEdgarSource } from "@/lib/sources/sec-edgar/client"
import { createSosoValueSource } from "@/lib/sources/sosovalue/client"
import { createYahooSource } from "@/lib/sources/yahoo/client"
import type { CandlePage, TimeRange } from "@/lib/sources/wire/candle-page"
import { seriesMaxAgeMs } from "@/lib/sources/wire/max-age"
import { defiAndNews } from "./defi-and-news"
import { list, type Need, type Probe, probe, type ProbePorts, series } from "./probe"

const DAY_H = 24
const WEEK_DAYS = 7
/** Changes of twenty sessions are told. */
const SESSIONS: Need = { maxAgeMs: seriesMaxAgeMs.sessions, fewestRows: 20 }
const COMMODITY: Need = { maxAgeMs: seriesMaxAgeMs.commodityHours, fewestRows: DAY_H }
const FRED_SERIES = [
  ["DGS10", seriesMaxAgeMs.sessions],
  ["SP500", seriesMaxAgeMs.sessions],
  ["DTWEXBGS", seriesMaxAgeMs.dollarIndex],
  ["DGS3MO", seriesMaxAgeMs.bill],
] as const

/** One probe for each kind of answer that the feeds read. A provider whose key is not set is left out. */
export function probes({ http, clock, keys }: ProbePorts): readonly Probe[] {
  const ports = { http, clock }
  const coingecko = createCoinGeckoSource({ http, ...(keys.coingecko !== null && { apiKey: keys.coingecko }) })
  const fred = createFredSource({ http, ...(keys.fred !== null && { apiKey: keys.fred }) })
  const [okx, hyperliquid] = [createOkxSwapSource(ports), createHyperliquidSource(ports)]
  const [binance, bybit] = [createBinanceFuturesSource({ http }), createBybitSource(ports)]
  const [farside, edgar] = [createFarsideSource(ports), createSecEdgarSource({ http })]
  const [cboe, yahoo] = [createCboeSource({ http }), createYahooSource({ http })]
  const [kraken, fed] = [createKrakenSource(ports), createFedSource(ports)]
  const [llama, fearGreed] = [createDefiLlamaSource({ http }), createAlternativeMeSource({ http })]
  return [
    ...[createBinanceSource(ports), createCoinbaseSource(ports), kraken, createOkxSource(ports), hyperliquid].flatMap(
      (source) => [
        candleProbe(source, clock),
        probe(
          source,
          "price",
          async () => ({ rows: 1, droppedRows: 0, asOfMs: (await source.price("BTC")).asOfMs }),
          inputLimits.price,
        ),
      ],
    ),
    ...[okx, binance, bybit].flatMap((source) => [
      series(source, "funding", () => source.fundingHistory("BTC"), { maxAgeMs: seriesMaxAgeMs.funding }),
      series(source, "open interest", () => source.openInterestHistory("BTC", "1h"), {
        maxAgeMs: seriesMaxAgeMs.openInterest,
        fewestRows: DAY_H,
      }),
      series(source, "long/short", () => source.longShort("BTC", "1h"), { maxAgeMs: seriesMaxAgeMs.longShort }),
    ]),
    ...[okx, binance].map((source) =>
      series(source, "taker flow", () => source.takerFlow("BTC", "1h"), {
        maxAgeMs: seriesMaxAgeMs.takerFlow,
        fewestRows: DAY_H,
      }),
    ),
    series(hyperliquid, "funding", () => hyperliquid.fundingHistory("BTC", clock() - 48 * HOUR_MS), {
      maxAgeMs: seriesMaxAgeMs.funding,
      fewestRows: DAY_H,
    }),
    series(fearGreed, "fear & greed", () => fearGreed.fearGreed(30), {
      ...inputLimits.fearGreed,
      fewestRows: WEEK_DAYS,
    }),
    series(llama, "stablecoins", () => llama.stablecoinDays(), {
      maxAgeMs: seriesMaxAgeMs.stablecoins,
      fewestRows: 30,
    }),
    series(farside, "ETF flows", () => farside.etfFlows("BTC"), { ...inputLimits.etfFlows, fewestRows: 5 }),
    series(cboe, "VIX", () => cboe.vixPoints(), SESSIONS),
    ...FRED_SERIES.map(([id, maxAgeMs]) =>
      series(fred, id, () => fred.daily(id, clock() - 60 * 24 * HOUR_MS), { fewestRows: 20, maxAgeMs }),
    ),
    series(yahoo, "DX-Y.NYB", () => yahoo.daily("DX-Y.NYB"), { ...SESSIONS, maxAgeMs: seriesMaxAgeMs.dollarIndex }),
    ...(["GC=F", "CL=F"] as const).map((symbol) =>
      series(yahoo, `${symbol} by the hour`, () => yahoo.hourly(symbol, clock()), COMMODITY),
    ),
    series(kraken, "gold token", () => kraken.goldHours(clock() - 48 * HOUR_MS), COMMODITY),
    probe(fed, "meetings", async () => list((await fed.standIn()).entries)),
    ...[
      fed,
      createBlsSource(ports),
      createBeaSource(ports),
      createForexFactorySource(ports),
      createMempoolSource(ports),
    ].map((source) => probe(source, "calendar", async () => list((await source.calendar()).entries))),
    probe(coingecko, "treasuries", async () => list(await coingecko.holdings()), { fewestRows: 20 }),
    dominance(coingecko),
    probe(edgar, "8-K filings", async () => list(await edgar.filings("MSTR"))),
    dominance(createCoinPaprikaSource({ http })),
    ...keyed(keys.sosovalue, (apiKey) => {
      const source = createSosoValueSource({ http, apiKey })
      return [
        series(source, "ETF flows", () => source.etfTotals("BTC"), { ...inputLimits.etfFlows, fewestRows: 5 }),
        probe(source, "ETF flows by fund", async () => list([await source.latestEtfFlows("BTC")])),
        probe(source, "treasuries", async () => list(await source.companies()), { fewestRows: 5 }),
        probe(source, "purchases", async () => list(await source.purchases("MSTR"))),
      ]
    }),
    ...keyed(keys.fred, (apiKey) => {
      const source = createFredReleases({ ...ports, apiKey })
      return [probe(source, "releases", async () => list((await source.calendar()).entries))]
    }),
    ...defiAndNews(ports),
  ]
}

function keyed(key: string | null, probesOf: (key: string) => readonly Probe[]): readonly Probe[] {
  return key === null ? [] : probesOf(key)
}

type CandleSource = Parameters<typeof probe>[0] & {
  candles(coin: Coin, interval: "1h", range: TimeRange): Promise<CandlePage>
}

/** A day of hours: one may be missing at its end. */
function candleProbe(source: CandleSource, clock: Clock): Probe {
  const run = async () => {
    const toMs = Math.floor(clock() / HOUR_MS) * HOUR_MS
    const { candles, droppedRows } = await source.candles("BTC", "1h", { fromMs: toMs - DAY_H * HOUR_MS, toMs })
    const last = candles.at(-1)
    return { rows: candles.length, droppedRows, asOfMs: last === undefined ? null : last.openTimeMs + HOUR_MS }
  }
  return probe(source, "hourly candles", run, { ...inputLimits["1h"], fewestRows: DAY_H - 1 })
}

type DominanceSource = Parameters<typeof probe>[0] & { global(): Promise<{ readonly asOfMs: number }> }

function dominance(source: DominanceSource): Probe {
  const run = async () => ({ rows: 1, droppedRows: 0, asOfMs: (await source.global()).asOfMs })
  return probe(source, "dominance", run, inputLimits.dominance)
}
