import { createCandleFeed } from "@/lib/market/feeds/candle-feed"
import { createSeriesFeed } from "@/lib/market/feeds/series-feed"
import { createSqlCandleStore } from "@/lib/market/feeds/sql-candle-store"
import { createSqlValueStore } from "@/lib/market/feeds/sql-value-store"
import { timerSleep } from "@/lib/outbound/ports"
import { createSourceClient } from "@/lib/outbound/source-client"
import { buildFeeds, managedFeeds } from "@/lib/market/feeds/all-feeds"
import { createSandboxFetch } from "@/lib/sandbox/market/sandbox-fetch"
import { createSimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { createBinanceSource } from "@/lib/market/sources/binance/client"
import { createKrakenSource } from "@/lib/market/sources/kraken/client"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { getSignal } from "@/lib/endpoints/signal/answer"

/*
 * A process that starts on the database file named first and answers one question, then fills every feed. Prints one
 * line of JSON: milliseconds from the start to the answer, and to the last feed.
 */

const [file = ":memory:", at = ""] = process.argv.slice(2)

const startedMs = performance.now()
// The clock stands still, so that the values of the first process are fresh for the second process.
const clock = () => Number(at)
const http = createSourceClient({
  fetch: createSandboxFetch({ market: createSimulatedMarket({ seed: 402 }), clock }),
  clock,
  sleep: timerSleep,
  random: Math.random,
  userAgent: "signal402-bench",
  limits: {},
})
const store = await openEmbeddedStore(file)
const feeds = buildFeeds({
  http,
  clock,
  store,
  profile: "open",
  keys: { sosovalue: null, fred: null, coingecko: null },
})
const candles = createCandleFeed({
  sources: [createBinanceSource({ http, clock }), createKrakenSource({ http, clock })],
  clock,
  store: createSqlCandleStore(store),
  values: (name, parse) => createSqlValueStore(store, name, parse),
})
const { votes } = await getSignal(
  { coin: "BTC" },
  { candles, series: createSeriesFeed(feeds), mode: "sandbox", nowMs: clock() },
)
const answeredMs = performance.now() - startedMs
await Promise.all([candles.refreshDue(), ...managedFeeds(feeds).map(([, feed]) => feed.refreshIfDue())])
const fresh = managedFeeds(feeds).filter(([, feed]) => feed.status().isFresh).length
console.log(JSON.stringify({ votes: votes.total, answeredMs, filledMs: performance.now() - startedMs, fresh }))
