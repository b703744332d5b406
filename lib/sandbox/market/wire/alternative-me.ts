import { openTimeOf } from "@/lib/domain/market/candle"
import { DAY_MS } from "@/lib/domain/utc-day"
import { classify, fearGreedAt } from "@/lib/sandbox/market/series/fear-greed"
import { integer, json, type Responder } from "./responder"

/**
 * The Fear & Greed index: newest first, everything as text, the rest of the day in seconds on the first row.
 *
 * @see https://alternative.me/crypto/fear-and-greed-index/#api
 */
export const alternativeMe: Responder = ({ market, nowMs, url }) => {
  if (!/^\/fng\/?$/.test(url.pathname)) return null
  const todayMs = openTimeOf(nowMs, "1d")
  const everything = (todayMs - market.genesisMs) / DAY_MS
  const asked = integer(url, "limit", 1)
  const days = asked === 0 ? everything : Math.min(asked, everything)
  const data = Array.from({ length: Math.max(0, days) }, (_, age) => {
    const dayMs = todayMs - age * DAY_MS
    const value = fearGreedAt(market, dayMs)
    const row = { value: String(value), value_classification: classify(value), timestamp: String(dayMs / 1000) }
    return age === 0 ? { ...row, time_until_update: String(Math.ceil((todayMs + DAY_MS - nowMs) / 1000)) } : row
  })
  return json({ name: "Fear and Greed Index", data, metadata: { error: null } })
}
