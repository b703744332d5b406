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
import { defiAndNews } from "./defi-and-news"
import { list, type Probe, probe, type ProbePorts, series } from "./probe"

const HOUR_MS = 3_600_000

/** One probe for each kind of answer that the feeds read. A provider whose key is not set is left out. */
export function probes({ http, clock, keys }: ProbePorts): readonly Probe[] {
  const ports = { http, clock }
  const coingecko = createCoinGeckoSource({ http, ...(keys.coingecko !== null && { apiKey: keys.coingecko }) })
  const fred = createFredSource({ http, ...(keys.fred !== null && { apiKey: keys.fred }) })
  const [okx, hyperliquid] = [createOkxSwapSource(ports), createHyperliquidSource(ports)]
  const [binance, bybit] = [createBinanceFuturesSource({ http }), createBybitSource(ports)]
  const [farside, edgar] = [createFarsideSource(ports), createSecEdgarSource({ http })]
  const [cboe, yahoo] = [createCboeSource({ http }), createYahooSource({ http })]
  const kraken = createKrakenSource(ports)
  const [llama, fearGreed] = [createDefiLlamaSource(ports), createAlternativeMeSource({ http })]
  return [
    ...[
      createBinanceSource(ports),
      createCoinbaseSource(ports),
      kraken,
      createOkxSource(ports),
      hyperliquid,
      bybit,
    ].flatMap((source) => [
      probe(source, "hourly candles", async () => {
        const toMs = Math.floor(clock() / HOUR_MS) * HOUR_MS
        const { candles, droppedRows } = await source.candles("BTC", "1h", { fromMs: toMs - 24 * HOUR_MS, toMs })
        const last = candles.at(-1)
        return { rows: candles.length, droppedRows, asOfMs: last === undefined ? null : last.openTimeMs + HOUR_MS }
      }),
      probe(source, "price", async () => ({ rows: 1, droppedRows: 0, asOfMs: (await source.price("BTC")).asOfMs })),
    ]),
    ...[okx, binance, bybit].flatMap((source) => [
      series(source, "funding", () => source.fundingHistory("BTC")),
      series(source, "open interest", () => source.openInterestHistory("BTC", "1h")),
      series(source, "long/short", () => source.longShort("BTC", "1h")),
    ]),
    ...[okx, binance].map((source) => series(source, "taker flow", () => source.takerFlow("BTC", "1h"))),
    series(hyperliquid, "funding", () => hyperliquid.fundingHistory("BTC", clock() - 48 * HOUR_MS)),
    series(fearGreed, "fear & greed", () => fearGreed.fearGreed(30)),
    series(llama, "stablecoins", () => llama.stablecoinDays()),
    series(farside, "ETF flows", () => farside.etfFlows("BTC")),
    series(cboe, "VIX", () => cboe.vixPoints()),
    ...(["DGS10", "SP500", "DTWEXBGS", "DGS3MO"] as const).map((id) =>
      series(fred, id, () => fred.daily(id, clock() - 60 * 24 * HOUR_MS)),
    ),
    series(yahoo, "DX-Y.NYB", () => yahoo.daily("DX-Y.NYB")),
    ...(["GC=F", "CL=F"] as const).map((symbol) =>
      series(yahoo, `${symbol} by the hour`, () => yahoo.hourly(symbol, clock())),
    ),
    series(kraken, "gold token", () => kraken.goldHours(clock() - 48 * HOUR_MS)),
    ...[
      createFedSource(ports),
      createBlsSource(ports),
      createBeaSource(ports),
      createForexFactorySource(ports),
      createMempoolSource(ports),
    ].map((source) => probe(source, "calendar", async () => list((await source.calendar()).entries))),
    probe(coingecko, "treasuries", async () => list(await coingecko.holdings())),
    probe(coingecko, "dominance", async () => list([await coingecko.global()])),
    probe(edgar, "8-K filings", async () => list(await edgar.filings("MSTR"))),
    ...[createCoinPaprikaSource({ http })].map((source) =>
      probe(source, "dominance", async () => list([await source.global()])),
    ),
    ...keyed(keys.sosovalue, (apiKey) => {
      const source = createSosoValueSource({ http, apiKey })
      return [
        series(source, "ETF flows", () => source.etfTotals("BTC")),
        probe(source, "ETF flows by fund", async () => list([await source.latestEtfFlows("BTC")])),
        probe(source, "treasuries", async () => list(await source.companies())),
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
