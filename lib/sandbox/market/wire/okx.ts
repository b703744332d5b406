import { intervalMs, openTimeOf, type Candle, type Interval } from "@/lib/domain/market/candle"
import { DAY_MS } from "@/lib/domain/utc-day"
import { venueCandles, venuePriceAt } from "@/lib/sandbox/market/venue"
import { coinOfInstrument, okxData, okxError, unknownInstrument } from "./okx-envelope"
import { okxSwap } from "./okx-swap"
import { integer, rowLimit, type Responder, type ProviderRequest } from "./responder"

const DEPTH = 1440
/** Bars from six hours on open at 00:00 UTC+8 unless their name ends in `utc`; bars in UTC+8 are not sold here. */
const intervalOf: Readonly<Record<string, Interval>> = { "1H": "1h", "4H": "4h", "1Dutc": "1d" }

/**
 * OKX, spot and swaps. Every number is text, newest first.
 *
 * @see https://www.okx.com/docs-v5/en/#order-book-trading-market-data
 */
export const okx: Responder = (request) => {
  switch (request.url.pathname) {
    case "/api/v5/market/candles":
      return candles(request, DEPTH)
    case "/api/v5/market/history-candles":
      return candles(request, Number.POSITIVE_INFINITY)
    case "/api/v5/market/ticker":
      return ticker(request)
    default:
      return okxSwap(request)
  }
}

function candles({ market, nowMs, url }: ProviderRequest, depth: number): Response {
  const coin = coinOfInstrument(url)
  const interval = intervalOf[url.searchParams.get("bar") ?? "1m"]
  if (coin === undefined) return unknownInstrument()
  if (interval === undefined) return okxError("51000", "Parameter bar error")
  const stepMs = intervalMs[interval]
  // Both ends are exclusive: `after` asks for older bars, `before` for newer ones.
  const newestMs = openTimeOf(Math.min(nowMs, integer(url, "after", nowMs + 1) - 1), interval)
  const oldestMs = Math.max(
    integer(url, "before", 0) + 1,
    openTimeOf(nowMs, interval) - (depth - 1) * stepMs,
    newestMs - (rowLimit(url, { fallback: 100, max: 300 }) - 1) * stepMs,
  )
  const rows = venueCandles(market, "okx", { coin, interval, fromMs: oldestMs, toMs: newestMs + 1, nowMs })
  return okxData(rows.map((candle) => toRow(candle, candle.openTimeMs + stepMs <= nowMs)).toReversed())
}

function toRow({ openTimeMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase }: Candle, isClosed: boolean) {
  const turnover = String((volumeBase * (openUsd + highUsd + lowUsd + closeUsd)) / 4)
  const prices = [openUsd, highUsd, lowUsd, closeUsd].map(priceText)
  return [String(openTimeMs), ...prices, volumeBase.toFixed(8), turnover, turnover, isClosed ? "1" : "0"]
}

function ticker({ market, nowMs, url }: ProviderRequest): Response {
  const coin = coinOfInstrument(url)
  if (coin === undefined) return unknownInstrument()
  const last = venuePriceAt(market, "okx", coin, nowMs)
  const hours = venueCandles(market, "okx", { coin, interval: "1h", fromMs: nowMs - DAY_MS, toMs: nowMs + 1, nowMs })
  const volume = hours.reduce((sum, { volumeBase }) => sum + volumeBase, 0)
  const sinceUtc0 = priceText(venuePriceAt(market, "okx", coin, openTimeOf(nowMs, "1d")))
  return okxData([
    {
      instType: "SPOT",
      instId: `${coin}-USDT`,
      last: priceText(last),
      lastSz: "0.05",
      askPx: priceText(last + 0.1),
      askSz: "1.2",
      bidPx: priceText(last),
      bidSz: "0.9",
      open24h: priceText(venuePriceAt(market, "okx", coin, nowMs - DAY_MS)),
      high24h: priceText(Math.max(last, ...hours.map(({ highUsd }) => highUsd))),
      low24h: priceText(Math.min(last, ...hours.map(({ lowUsd }) => lowUsd))),
      volCcy24h: String(volume * last),
      vol24h: volume.toFixed(8),
      ts: String(nowMs),
      sodUtc0: sinceUtc0,
      sodUtc8: sinceUtc0,
    },
  ])
}

/** Without trailing zeros, as the provider writes them. */
function priceText(usd: number): string {
  return String(Number(usd.toFixed(usd > 10_000 ? 1 : 2)))
}
