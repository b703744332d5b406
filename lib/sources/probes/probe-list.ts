import type { Clock } from "@/lib/domain/clock"
import type { Terms } from "@/lib/sources/wire/terms"
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
import type { SourceClient } from "@/lib/sources/http/source-client"
import { createHyperliquidSource } from "@/lib/sources/hyperliquid/client"
import { createKrakenSource } from "@/lib/sources/kraken/client"
import { createMempoolSource } from "@/lib/sources/mempool/client"
import { createOkxSource } from "@/lib/sources/okx/spot-client"
import { createOkxSwapSource } from "@/lib/sources/okx/swap-client"
import { createSecEdgarSource } from "@/lib/sources/sec-edgar/client"
import { createSosoValueSource } from "@/lib/sources/sosovalue/client"
import { createYahooSource } from "@/lib/sources/yahoo/client"

export type ProbePorts = {
  readonly http: SourceClient
  readonly clock: Clock
  readonly keys: Readonly<Record<"sosovalue" | "fred" | "coingecko", string | null>>
}

/** What an answer held. `asOfMs` is `null` for schedules and lists, which have no time of their own. */
export type ProbeResult = {
  readonly rows: number
  readonly droppedRows: number
  readonly asOfMs: number | null
}

/** One question to one provider, parsed as the feeds would parse it. */
export type Probe = {
  readonly provider: string
  readonly what: string
  readonly terms: Terms
  run(): Promise<ProbeResult>
}

type Series = { readonly points: readonly unknown[]; readonly asOfMs: number; readonly droppedRows: number }

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
  const [llama, fearGreed] = [createDefiLlamaSource(ports), createAlternativeMeSource({ http })]
  const keyed = (key: string | null, probesOf: (key: string) => readonly Probe[]) => (key === null ? [] : probesOf(key))
  return [
    ...[
      createBinanceSource(ports),
      createCoinbaseSource(ports),
      createKrakenSource(ports),
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
    ...(["DX-Y.NYB", "GC=F", "CL=F"] as const).map((symbol) => series(yahoo, symbol, () => yahoo.daily(symbol))),
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
      return [series(source, "ETF flows", () => source.etfTotals("BTC"))]
    }),
    ...keyed(keys.fred, (apiKey) => {
      const source = createFredReleases({ ...ports, apiKey })
      return [probe(source, "releases", async () => list((await source.calendar()).entries))]
    }),
  ]
}

type Named = { readonly name: string; readonly terms: Terms }

function probe({ name, terms }: Named, what: string, run: () => Promise<ProbeResult>): Probe {
  return { provider: name, what, terms, run }
}

function series(source: Named, what: string, read: () => Promise<Series>): Probe {
  return probe(source, what, async () => {
    const { points, asOfMs, droppedRows } = await read()
    return { rows: points.length, droppedRows, asOfMs }
  })
}

function list(rows: readonly unknown[]): ProbeResult {
  return { rows: rows.length, droppedRows: 0, asOfMs: null }
}
