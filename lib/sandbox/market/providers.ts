import { alternativeMe } from "./wire/alternative-me"
import { bea } from "./wire/bea"
import { binance } from "./wire/binance"
import { binanceFutures } from "./wire/binance-futures"
import { bls } from "./wire/bls"
import { blsData } from "./wire/bls-data"
import { bybit } from "./wire/bybit"
import { cboe } from "./wire/cboe"
import { coinbase } from "./wire/coinbase"
import { coingecko } from "./wire/coingecko"
import { coinpaprika } from "./wire/coinpaprika"
import { defillama } from "./wire/defillama"
import { deribit } from "./wire/deribit"
import { dexscreener } from "./wire/dexscreener"
import { farside } from "./wire/farside"
import { federalRegister } from "./wire/federal-register"
import { fed } from "./wire/fed"
import { forexfactory } from "./wire/forexfactory"
import { fred, fredObservations } from "./wire/fred"
import { fredReleases } from "./wire/fred-releases"
import { gdelt } from "./wire/gdelt"
import { gdeltFiles } from "./wire/gdelt-files"
import { geckoterminal } from "./wire/geckoterminal"
import { goplus } from "./wire/goplus"
import { honeypotIs } from "./wire/honeypot-is"
import { hyperliquid } from "./wire/hyperliquid"
import { kalshi } from "./wire/kalshi"
import { kraken } from "./wire/kraken"
import { krakenFutures } from "./wire/kraken-futures"
import { mempool } from "./wire/mempool"
import { okx } from "./wire/okx"
import type { Responder } from "./wire/responder"
import { rssOf } from "./wire/rss"
import { rugcheck } from "./wire/rugcheck"
import { secEdgar } from "./wire/sec-edgar"
import { sosovalue } from "./wire/sosovalue"
import { usTreasury } from "./wire/us-treasury"
import { yahoo } from "./wire/yahoo"

type Simulated = { readonly name: string; readonly respond: Responder }

/** Simulated provider by host. */
const byHost = {
  "data-api.binance.vision": { name: "binance", respond: binance },
  "api.exchange.coinbase.com": { name: "coinbase", respond: coinbase },
  "api.kraken.com": { name: "kraken", respond: kraken },
  "futures.kraken.com": { name: "kraken-futures", respond: krakenFutures },
  "api.alternative.me": { name: "alternative-me", respond: alternativeMe },
  "www.okx.com": { name: "okx", respond: okx },
  "us.okx.com": { name: "okx", respond: okx },
  "api.hyperliquid.xyz": { name: "hyperliquid", respond: hyperliquid },
  "stablecoins.llama.fi": { name: "defillama", respond: defillama },
  "yields.llama.fi": { name: "defillama", respond: defillama },
  "api.llama.fi": { name: "defillama", respond: defillama },
  "cdn.cboe.com": { name: "cboe", respond: cboe },
  "fred.stlouisfed.org": { name: "fred", respond: fred },
  "api.stlouisfed.org": { name: "fred", respond: (request) => fredObservations(request) ?? fredReleases(request) },
  "query1.finance.yahoo.com": { name: "yahoo", respond: yahoo },
  "query2.finance.yahoo.com": { name: "yahoo", respond: yahoo },
  "farside.co.uk": { name: "farside", respond: farside },
  "fapi.binance.com": { name: "binance-futures", respond: binanceFutures },
  "api.bybit.com": { name: "bybit", respond: bybit },
  "www.federalreserve.gov": { name: "fed", respond: fed },
  "www.bls.gov": { name: "bls", respond: bls },
  "api.bls.gov": { name: "bls-data", respond: blsData },
  "apps.bea.gov": { name: "bea", respond: bea },
  "nfs.faireconomy.media": { name: "forexfactory", respond: forexfactory },
  "api.coingecko.com": { name: "coingecko", respond: coingecko },
  "api.coinpaprika.com": { name: "coinpaprika", respond: coinpaprika },
  "data.sec.gov": { name: "sec-edgar", respond: secEdgar },
  "mempool.space": { name: "mempool", respond: mempool },
  "api.elections.kalshi.com": { name: "kalshi", respond: kalshi },
  "www.deribit.com": { name: "deribit", respond: deribit },
  "api.dexscreener.com": { name: "dexscreener", respond: dexscreener },
  "api.geckoterminal.com": { name: "geckoterminal", respond: geckoterminal },
  "api.gdeltproject.org": { name: "gdelt", respond: gdelt },
  "storage.googleapis.com": { name: "gdelt-files", respond: gdeltFiles },
  "feeds.bbci.co.uk": { name: "bbc", respond: rssOf("bbc.co.uk", "/news/world/rss.xml") },
  "www.theguardian.com": { name: "guardian", respond: rssOf("theguardian.com", "/world/rss") },
  "www.aljazeera.com": { name: "aljazeera", respond: rssOf("aljazeera.com", "/xml/rss/all.xml") },
  "www.federalregister.gov": { name: "federal-register", respond: federalRegister },
  "openapi.sosovalue.com": { name: "sosovalue", respond: sosovalue },
  "api.sosovalue.xyz": { name: "sosovalue", respond: sosovalue },
  "api.gopluslabs.io": { name: "goplus", respond: goplus },
  "api.honeypot.is": { name: "honeypot-is", respond: honeypotIs },
  "api.rugcheck.xyz": { name: "rugcheck", respond: rugcheck },
  "home.treasury.gov": { name: "us-treasury", respond: usTreasury },
} as const satisfies Readonly<Record<string, Simulated>>

/** The name that fault settings use. */
export type Provider = (typeof byHost)[keyof typeof byHost]["name"]

export const providerOf: Readonly<Record<string, { readonly name: Provider; readonly respond: Responder }>> = byHost

/** Every simulated provider. */
export const PROVIDERS: readonly Provider[] = [...new Set(Object.values(byHost).map(({ name }) => name))]
