import { intervalMs, INTERVALS, openTimeOf, type Candle, type Interval } from "@/lib/domain/market/candle"
import { COINS, type Coin } from "@/lib/domain/market/coin"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { uniformAt, streamOf } from "@/lib/sandbox/market/random"
import { basisRatioAt, fundingRatioAt, openInterestAt } from "@/lib/sandbox/market/series/derivatives"
import { ALTCOINS, altcoinPriceAt, altcoinVolumeAt } from "@/lib/sandbox/market/series/altcoins"
import { simulatedBook } from "@/lib/sandbox/market/series/book"
import { venueCandles, venuePriceAt } from "@/lib/sandbox/market/venue"
import { json, text, type Responder, type ProviderRequest } from "./responder"

const DEPTH = 5000
const MAX_FUNDINGS = 500
const sizeDecimals = { BTC: 5, ETH: 4, SOL: 2 } as const satisfies Record<Coin, number>
const maxLeverage = { BTC: 40, ETH: 25, SOL: 20 } as const satisfies Record<Coin, number>

/**
 * Hyperliquid: one address; the request is the posted body.
 *
 * @see https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/info-endpoint
 */
export const hyperliquid: Responder = (request) => {
  if (request.url.pathname !== "/info") return null
  const question = readQuestion(request.body)
  switch (question?.["type"]) {
    case "allMids":
      return json({
        ...Object.fromEntries(COINS.map((coin) => [coin, contextOf(request, coin).midPx])),
        ...Object.fromEntries(Object.keys(ALTCOINS).map((name) => [name, altcoinContext(request, name).midPx])),
      })
    case "metaAndAssetCtxs":
      return json([
        { universe },
        [
          ...COINS.map((coin) => contextOf(request, coin)),
          ...Object.keys(ALTCOINS).map((symbol) => altcoinContext(request, symbol)),
          DELISTED_CONTEXT,
        ],
      ])
    case "meta":
      return json({ universe })
    case "l2Book":
      return book(request, question)
    case "fundingHistory":
      return fundingHistory(request, question)
    case "candleSnapshot":
      return candleSnapshot(request, readRecord(question["req"]))
    default:
      return unreadable()
  }
}

type Question = Readonly<Record<string, unknown>>

function unreadable(): Response {
  return text("Failed to deserialize the JSON body into the target type", "text/plain", 422)
}

function readQuestion(body: string): Question | null {
  try {
    return readRecord(JSON.parse(body))
  } catch {
    return null
  }
}

function readRecord(value: unknown): Question | null {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : null
}

/** A delisted contract stays in the list. */
const DELISTED = { szDecimals: 1, name: "MATIC", maxLeverage: 20, marginTableId: 20, isDelisted: true }
const DELISTED_CONTEXT = {
  funding: "0.0",
  openInterest: "0.0",
  prevDayPx: "0.3812",
  dayNtlVlm: "0.0",
  premium: null,
  oraclePx: "0.3812",
  markPx: "0.3812",
  midPx: null,
  impactPxs: null,
  dayBaseVlm: "0.0",
}

const universe = [
  ...COINS.map((coin) => ({
    szDecimals: sizeDecimals[coin],
    name: coin,
    maxLeverage: maxLeverage[coin],
    marginTableId: 50,
  })),
  ...Object.entries(ALTCOINS).map(([name, { sizeDecimals: szDecimals, maxLeverage }]) => ({
    szDecimals,
    name,
    maxLeverage,
    marginTableId: maxLeverage,
  })),
  DELISTED,
]

/** A contract beyond those that we sell calls on; its funding is the base rate. */
function altcoinContext({ market, nowMs }: ProviderRequest, symbol: string) {
  const mark = altcoinPriceAt(market, symbol, nowMs)
  const volumeUsd = altcoinVolumeAt(market, symbol, nowMs)
  const decimals = ALTCOINS[symbol]?.sizeDecimals ?? 0
  return {
    funding: "0.0000125",
    openInterest: ((0.8 * volumeUsd) / mark).toFixed(decimals),
    prevDayPx: price(altcoinPriceAt(market, symbol, nowMs - DAY_MS)),
    dayNtlVlm: volumeUsd.toFixed(4),
    premium: "0.0001000000",
    oraclePx: price(mark / 1.0001),
    markPx: price(mark),
    midPx: price(mark),
    impactPxs: [price(mark * 0.9998), price(mark * 1.0002)],
    dayBaseVlm: (volumeUsd / mark).toFixed(decimals),
  }
}

/** The contract now; `funding` is for one hour. */
function contextOf({ market, nowMs }: ProviderRequest, coin: Coin) {
  const oracle = venuePriceAt(market, "hyperliquid", coin, nowMs)
  const mark = oracle * basisRatioAt(market, { venue: "hyperliquid", coin }, nowMs)
  const hours = venueCandles(market, "hyperliquid", {
    coin,
    interval: "1h",
    fromMs: nowMs - DAY_MS,
    toMs: nowMs + 1,
    nowMs,
  })
  const volumeBase = hours.reduce((sum, hour) => sum + hour.volumeBase, 0)
  return {
    funding: hourlyFunding(market, coin, nowMs),
    openInterest: openInterestAt(market, { venue: "hyperliquid", coin }, nowMs).toFixed(sizeDecimals[coin]),
    prevDayPx: price(venuePriceAt(market, "hyperliquid", coin, nowMs - DAY_MS)),
    dayNtlVlm: (volumeBase * mark).toFixed(4),
    premium: (mark / oracle - 1).toFixed(10),
    oraclePx: price(oracle),
    markPx: price(mark),
    midPx: price(mark),
    impactPxs: [price(mark * 0.999_98), price(mark * 1.000_02)],
    dayBaseVlm: volumeBase.toFixed(sizeDecimals[coin]),
  }
}

function hourlyFunding(market: ProviderRequest["market"], coin: Coin, atMs: number): string {
  return (fundingRatioAt(market, { venue: "hyperliquid", coin }, atMs) / 8).toFixed(10)
}

/** Twenty rows on each side, the best price first; `n` counts orders. */
function book({ market, nowMs }: ProviderRequest, question: Question): Response {
  const coin = COINS.find((known) => known === question["coin"])
  if (coin === undefined) return json(null)
  const contract = { venue: "hyperliquid", coin } as const
  const midUsd = venuePriceAt(market, "hyperliquid", coin, nowMs) * basisRatioAt(market, contract, nowMs)
  const shape = { venue: "hyperliquid", midUsd, rows: 20, halfSpread: 0.000_02, usdPerBp: 300_000 }
  const { bids, asks } = simulatedBook(market, coin, nowMs, shape)
  const rows = (side: typeof bids) =>
    side.map(({ price: px, size }) => ({ px: px.toPrecision(7), sz: size.toFixed(sizeDecimals[coin]), n: 3 }))
  return json({ coin, time: nowMs, levels: [rows(bids), rows(asks)] })
}

/** Hourly, ascending; the time is some milliseconds after the hour. */
function fundingHistory({ market, nowMs }: ProviderRequest, question: Question): Response {
  const coin = COINS.find((known) => known === question["coin"])
  const startMs = question["startTime"]
  if (coin === undefined || typeof startMs !== "number") return unreadable()
  const endMs = typeof question["endTime"] === "number" ? Math.min(nowMs, question["endTime"]) : nowMs
  const jitter = streamOf(market.seed, "hyperliquid/jitter")
  const rows = []
  for (let hour = Math.ceil(Math.max(startMs, market.genesisMs) / HOUR_MS); rows.length < MAX_FUNDINGS; hour++) {
    const time = hour * HOUR_MS + Math.floor(90 * uniformAt(jitter, hour))
    if (time > endMs) break
    const premium = (basisRatioAt(market, { venue: "hyperliquid", coin }, hour * HOUR_MS) - 1).toFixed(10)
    rows.push({ coin, fundingRate: hourlyFunding(market, coin, hour * HOUR_MS), premium, time })
  }
  return json(rows)
}

function candleSnapshot({ market, nowMs }: ProviderRequest, request: Question | null): Response {
  const coin = COINS.find((known) => known === request?.["coin"])
  const interval = INTERVALS.find((known) => known === request?.["interval"])
  const [startMs, endMs] = [request?.["startTime"], request?.["endTime"] ?? nowMs]
  if (interval === undefined || typeof startMs !== "number" || typeof endMs !== "number") return unreadable()
  if (coin === undefined) return json(null, 500)
  const oldestMs = openTimeOf(nowMs, interval) - (DEPTH - 1) * intervalMs[interval]
  // A candle counts from the moment that it overlaps the range.
  const fromMs = Math.max(oldestMs, openTimeOf(startMs, interval))
  const candles = venueCandles(market, "hyperliquid", { coin, interval, fromMs, toMs: endMs + 1, nowMs })
  return json(candles.map((candle) => toRow(candle, coin, interval)))
}

function toRow({ openTimeMs, openUsd, closeUsd, highUsd, lowUsd, volumeBase }: Candle, coin: Coin, interval: Interval) {
  return {
    t: openTimeMs,
    T: openTimeMs + intervalMs[interval] - 1,
    s: coin,
    i: interval,
    o: price(openUsd),
    c: price(closeUsd),
    h: price(highUsd),
    l: price(lowUsd),
    v: volumeBase.toFixed(sizeDecimals[coin]),
    n: Math.round((volumeBase * closeUsd) / 4000),
  }
}

/** Five significant digits, whole numbers from 100 000 on. */
function price(usd: number): string {
  return usd >= 10_000 ? `${Math.round(usd)}.0` : String(Number(usd.toPrecision(5)))
}
