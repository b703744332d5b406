import { type Interval, intervalMs } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import { integer, json, type Responder, type Scene } from "./responder"

const pairs: Readonly<Record<string, { readonly coin: Coin; readonly key: string }>> = {
  XBTUSD: { coin: "BTC", key: "XXBTZUSD" },
  ETHUSD: { coin: "ETH", key: "XETHZUSD" },
  SOLUSD: { coin: "SOL", key: "SOLUSD" },
}
const intervals: Readonly<Record<number, Interval>> = { 60: "1h", 240: "4h", 1440: "1d" }
const MAX_ROWS = 720
const UNKNOWN_PAIR = { error: ["EQuery:Unknown asset pair"] }

/** Kraken. Its errors come with status 200. @see https://docs.kraken.com/api/docs/rest-api/get-ohlc-data */
export const kraken: Responder = (scene) => {
  switch (scene.url.pathname) {
    case "/0/public/OHLC":
      return ohlc(scene)
    case "/0/public/Ticker":
      return ticker(scene)
    default:
      return null
  }
}

function ohlc({ world, nowMs, url }: Scene): Response {
  const pair = pairs[url.searchParams.get("pair") ?? ""]
  const interval = intervals[integer(url, "interval", 1)]
  if (pair === undefined) return json(UNKNOWN_PAIR)
  if (interval === undefined) return json({ error: ["EGeneral:Invalid arguments"] })
  const step = intervalMs[interval]
  const fromMs = Math.floor(nowMs / step) * step - (MAX_ROWS - 1) * step
  const since = integer(url, "since", 0) * 1000
  const candles = world.candles(pair.coin, interval, { fromMs, toMs: nowMs + 1, nowMs })
  const rows = candles
    .filter(({ openTimeMs }) => openTimeMs >= since)
    .map(({ openTimeMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase }) => [
      openTimeMs / 1000,
      openUsd.toFixed(1),
      highUsd.toFixed(1),
      lowUsd.toFixed(1),
      closeUsd.toFixed(1),
      ((highUsd + lowUsd + closeUsd) / 3).toFixed(1),
      (volumeBase * 0.1).toFixed(8),
      Math.round(volumeBase),
    ])
  const last = (candles.at(-2)?.openTimeMs ?? 0) / 1000
  return json({ error: [], result: { [pair.key]: rows, last } })
}

function ticker({ world, nowMs, url }: Scene): Response {
  const result: Record<string, unknown> = {}
  for (const name of (url.searchParams.get("pair") ?? "").split(",")) {
    const pair = pairs[name]
    if (pair === undefined) return json(UNKNOWN_PAIR)
    const price = world.priceAt(pair.coin, nowMs)
    const text = price.toFixed(5)
    result[pair.key] = {
      a: [text, "1", "1.000"],
      b: [text, "1", "1.000"],
      c: [text, "0.01000000"],
      v: ["1200.0", "2400.0"],
      p: [text, text],
      t: [12_000, 24_000],
      l: [text, text],
      h: [text, text],
      o: world.priceAt(pair.coin, Math.floor(nowMs / 86_400_000) * 86_400_000).toFixed(5),
    }
  }
  return json({ error: [], result })
}
