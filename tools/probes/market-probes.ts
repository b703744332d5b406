import { inputLimits } from "@/lib/domain/freshness"
import { COMMODITY_KEEP_MS } from "@/lib/market/feeds/commodity-feeds"
import { FEAR_GREED_DAYS, SESSIONS_MS } from "@/lib/market/feeds/market-feeds"
import { createAlternativeMeSource } from "@/lib/market/sources/alternative-me/client"
import { createCboeSource } from "@/lib/market/sources/cboe/client"
import { createCoinGeckoSource } from "@/lib/market/sources/coingecko/client"
import { createCoinPaprikaSource } from "@/lib/market/sources/coinpaprika/client"
import { createDefiLlamaSource } from "@/lib/market/sources/defillama/client"
import { createFredSource } from "@/lib/market/sources/fred/client"
import { createKrakenSource } from "@/lib/market/sources/kraken/client"
import { createYahooSource } from "@/lib/market/sources/yahoo/client"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { createUsTreasurySource } from "@/lib/market/sources/us-treasury/client"
import { seriesMaxAgeMs } from "@/lib/market/sources/wire/max-age"
import { DAY_HOURS, type Need, type Probe, probe, type ProbePorts, series } from "./probe"

const WEEK_DAYS = 7
/** Changes over twenty sessions are computed. */
const SESSIONS: Need = { maxAgeMs: seriesMaxAgeMs.sessions, minRows: 20 }
const DOLLAR_INDEX: Need = { ...SESSIONS, maxAgeMs: seriesMaxAgeMs.dollarIndex }
const BILL: Need = { ...SESSIONS, maxAgeMs: seriesMaxAgeMs.bill }
const COMMODITY: Need = { maxAgeMs: seriesMaxAgeMs.commodityHours, minRows: DAY_HOURS }

const FRED_SERIES = [
  ["VIXCLS", SESSIONS],
  ["DGS10", SESSIONS],
  ["SP500", SESSIONS],
  ["DTWEXBGS", DOLLAR_INDEX],
  ["DGS3MO", BILL],
] as const

const YAHOO_DAYS = [
  ["^VIX", SESSIONS],
  ["DX-Y.NYB", DOLLAR_INDEX],
  ["^TNX", SESSIONS],
  ["^GSPC", SESSIONS],
] as const

/** Sentiment, stablecoin supply, macro series, gold and oil. */
export function marketProbes({ http, clock, keys }: ProbePorts): readonly Probe[] {
  const [fearGreed, llama] = [createAlternativeMeSource({ http }), createDefiLlamaSource({ http })]
  const [cboe, yahoo] = [createCboeSource({ http }), createYahooSource({ http })]
  const fred = createFredSource({ http, ...(keys.fred !== null && { apiKey: keys.fred }) })
  const treasury = createUsTreasurySource({ http })
  const kraken = createKrakenSource({ http, clock })
  return [
    series(fearGreed, "fear & greed", () => fearGreed.fearGreed(FEAR_GREED_DAYS), {
      ...inputLimits.fearGreed,
      minRows: WEEK_DAYS,
    }),
    series(llama, "stablecoins", () => llama.stablecoinDays(), {
      maxAgeMs: seriesMaxAgeMs.stablecoins,
      minRows: 30,
    }),
    series(cboe, "VIX", () => cboe.vixPoints(), SESSIONS),
    ...(["10 Yr", "3 Mo"] as const).map((maturity) =>
      series(
        treasury,
        `${maturity} yield`,
        () => treasury.daily(maturity, { fromMs: clock() - SESSIONS_MS, toMs: clock() }),
        maturity === "10 Yr" ? SESSIONS : BILL,
      ),
    ),
    ...FRED_SERIES.map(([id, need]) =>
      series({ ...fred, license: licenseOf(`fred ${id}`) }, id, () => fred.daily(id, clock() - SESSIONS_MS), need),
    ),
    ...YAHOO_DAYS.map(([symbol, need]) => series(yahoo, symbol, () => yahoo.daily(symbol), need)),
    ...(["GC=F", "CL=F"] as const).map((symbol) =>
      series(yahoo, `${symbol} by the hour`, () => yahoo.hourly(symbol, clock()), COMMODITY),
    ),
    series(kraken, "gold token", () => kraken.goldHours(clock() - COMMODITY_KEEP_MS), COMMODITY),
    dominance(createCoinGeckoSource({ http, ...(keys.coingecko !== null && { apiKey: keys.coingecko }) })),
    dominance(createCoinPaprikaSource({ http })),
  ]
}

type DominanceSource = Parameters<typeof probe>[0] & { global(): Promise<{ readonly asOfMs: number }> }

function dominance(source: DominanceSource): Probe {
  const run = async () => ({ rows: 1, droppedRows: 0, asOfMs: (await source.global()).asOfMs })
  return probe(source, "dominance", run, inputLimits.dominance)
}
