import { intervalMs, openTimeOf, type Candle, type Interval } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import { commodityHours } from "@/lib/sandbox/market/series/commodity-hours"
import { simulatedBook } from "@/lib/sandbox/market/series/book"
import { venueCandles, venuePriceAt } from "@/lib/sandbox/market/venue"
import { integer, json, type Responder, type ProviderRequest } from "./responder"

type Pair = { readonly coin: Coin; readonly key: string; readonly decimals: number }

const bitcoin: Pair = { coin: "BTC", key: "XXBTZUSD", decimals: 1 }
const ether: Pair = { coin: "ETH", key: "XETHZUSD", decimals: 2 }
/** Spellings that may be asked for; the answer always uses `key`. */
const pairOf: Readonly<Record<string, Pair>> = {
  XBTUSD: bitcoin,
  XXBTZUSD: bitcoin,
  ETHUSD: ether,
  XETHZUSD: ether,
  SOLUSD: { coin: "SOL", key: "SOLUSD", decimals: 2 },
}
/** The provider also has other intervals, which this service does not request. */
const intervalOf: Readonly<Record<number, Interval>> = { 60: "1h", 240: "4h", 1440: "1d" }
const MAX_ROWS = 720
/** A token for a troy ounce of gold, which trades around the clock. */
const GOLD_PAIR = "PAXGUSD"

/**
 * Kraken. Its errors come with status 200.
 *
 * @see https://docs.kraken.com/api/docs/rest-api/get-ohlc-data
 */
export const kraken: Responder = (request) => {
  switch (request.url.pathname) {
    case "/0/public/Time":
      return json({ error: [], result: { unixtime: Math.floor(request.nowMs / 1000) } })
    case "/0/public/OHLC":
      return request.url.searchParams.get("pair") === GOLD_PAIR ? goldHours(request) : ohlc(request)
    case "/0/public/Ticker":
      return ticker(request)
    case "/0/public/Depth":
      return depth(request)
    default:
      return null
  }
}

function refuse(error: string): Response {
  return json({ error: [error] })
}

function ohlc({ market, nowMs, url }: ProviderRequest): Response {
  const pair = pairOf[url.searchParams.get("pair") ?? ""]
  const interval = intervalOf[integer(url, "interval", 1)]
  if (pair === undefined) return refuse("EQuery:Unknown asset pair")
  if (interval === undefined) return refuse("EGeneral:Invalid arguments")
  const newestMs = openTimeOf(nowMs, interval)
  const fromMs = newestMs - (MAX_ROWS - 1) * intervalMs[interval]
  // Rows after `since`, never more than the newest 720.
  const sinceMs = integer(url, "since", 0) * 1000 + 1
  const range = { fromMs: Math.max(fromMs, sinceMs), toMs: nowMs + 1, nowMs }
  const rows = venueCandles(market, "kraken", { coin: pair.coin, interval, ...range }).map((candle) =>
    toRow(candle, pair),
  )
  return json({ error: [], result: { [pair.key]: rows, last: (newestMs - intervalMs[interval]) / 1000 } })
}

/** Hourly candles of the gold token. */
function goldHours({ market, nowMs, url }: ProviderRequest): Response {
  if (integer(url, "interval", 1) !== 60) return refuse("EGeneral:Invalid arguments")
  const hourMs = intervalMs["1h"]
  const newestMs = openTimeOf(nowMs, "1h")
  const fromMs = Math.max(newestMs - MAX_ROWS * hourMs, integer(url, "since", 0) * 1000)
  const over = commodityHours(market, "gold", { fromMs, nowMs })
  // The running hour is the last row, with nothing traded in it yet.
  const running = { closeMs: newestMs + hourMs, closeUsd: over.at(-1)?.closeUsd ?? Number.NaN }
  const hours = over.length === 0 ? [] : [...over, running]
  const rows = hours.flatMap(({ closeMs, closeUsd }, index) => {
    const openUsd = hours[index - 1]?.closeUsd
    if (openUsd === undefined) return []
    const [lowUsd, highUsd] = [Math.min(openUsd, closeUsd), Math.max(openUsd, closeUsd)]
    const candle = { openTimeMs: closeMs - hourMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase: 12 }
    return [toRow({ ...candle, takerBuyVolumeBase: null }, { decimals: 2 })]
  })
  return json({ error: [], result: { [GOLD_PAIR]: rows, last: (newestMs - hourMs) / 1000 } })
}

function toRow(
  { openTimeMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase }: Candle,
  { decimals }: Pick<Pair, "decimals">,
) {
  const meanUsd = (openUsd + highUsd + lowUsd + closeUsd) / 4
  return [
    openTimeMs / 1000,
    openUsd.toFixed(decimals),
    highUsd.toFixed(decimals),
    lowUsd.toFixed(decimals),
    closeUsd.toFixed(decimals),
    meanUsd.toFixed(decimals),
    volumeBase.toFixed(8),
    Math.round((volumeBase * meanUsd) / 2400),
  ]
}

function ticker(request: ProviderRequest): Response {
  const pairs = (request.url.searchParams.get("pair") ?? "").split(",").map((name) => pairOf[name])
  const known = pairs.filter((pair) => pair !== undefined)
  if (known.length < pairs.length) return refuse("EQuery:Unknown asset pair")
  return json({ error: [], result: Object.fromEntries(known.map((pair) => [pair.key, toTicker(request, pair)])) })
}

/** Ascending asks and descending bids: price, volume, time in seconds. */
function depth({ market, nowMs, url }: ProviderRequest): Response {
  const pair = pairOf[url.searchParams.get("pair") ?? ""]
  if (pair === undefined) return refuse("EQuery:Unknown asset pair")
  const midUsd = venuePriceAt(market, "kraken", pair.coin, nowMs)
  const shape = { venue: "kraken", midUsd, rows: 500, halfSpread: 0.000_01, usdPerBp: 20_000 }
  const { bids, asks } = simulatedBook(market, pair.coin, nowMs, shape)
  const rows = (side: typeof bids) =>
    side
      .slice(0, Math.min(500, integer(url, "count", 100)))
      .map(({ price, size }) => [price.toFixed(pair.decimals), size.toFixed(3), Math.floor(nowMs / 1000)])
  return json({ error: [], result: { [pair.key]: { asks: rows(asks), bids: rows(bids) } } })
}

/** Pairs of numbers are today's, since 00:00 UTC, and those of the last 24 hours. */
function toTicker({ market, nowMs }: ProviderRequest, { coin, decimals }: Pair) {
  const hours = venueCandles(market, "kraken", {
    coin,
    interval: "1h",
    fromMs: nowMs - intervalMs["1d"],
    toMs: nowMs + 1,
    nowMs,
  })
  const spans = [hours.filter(({ openTimeMs }) => openTimeMs >= openTimeOf(nowMs, "1d")), hours]
  const last = venuePriceAt(market, "kraken", coin, nowMs)
  const price = (usd: number) => usd.toFixed(decimals)
  const volumes = spans.map((span) => span.reduce((sum, { volumeBase }) => sum + volumeBase, 0))
  return {
    a: [price(last + 10 ** -decimals), "1", "1.000"],
    b: [price(last), "1", "1.000"],
    c: [price(last), "0.01000000"],
    v: volumes.map((volume) => volume.toFixed(8)),
    p: spans.map((span) => price(span.reduce((sum, { closeUsd }) => sum + closeUsd, 0) / span.length)),
    t: volumes.map((volume) => Math.round((volume * last) / 2400)),
    l: spans.map((span) => price(Math.min(...span.map(({ lowUsd }) => lowUsd)))),
    h: spans.map((span) => price(Math.max(...span.map(({ highUsd }) => highUsd)))),
    o: price(spans[0]?.[0]?.openUsd ?? last),
  }
}
