import { DAY_MS } from "@/lib/domain/utc-day"
import { marketCapAt } from "@/lib/sandbox/market/series/market-cap"
import { json, type Responder } from "./responder"

const STEP_MS = 5 * 60_000
/** CoinPaprika lists fewer coins than other providers. */
const LISTED_RATIO = 0.995

/**
 * CoinPaprika's view of the whole market, recomputed every five minutes.
 *
 * @see https://api.coinpaprika.com
 */
export const coinpaprika: Responder = ({ market, nowMs, url }) => {
  if (url.pathname !== "/v1/global") return null
  const atMs = Math.floor(nowMs / STEP_MS) * STEP_MS
  const { btcUsd, totalUsd, volume24hUsd } = marketCapAt(market, atMs)
  const dayBefore = marketCapAt(market, atMs - DAY_MS)
  return json({
    market_cap_usd: Math.round(totalUsd * LISTED_RATIO),
    volume_24h_usd: Math.round(volume24hUsd * LISTED_RATIO),
    bitcoin_dominance_percentage: twoDigits((100 * btcUsd) / (totalUsd * LISTED_RATIO)),
    cryptocurrencies_number: 12_639,
    market_cap_change_24h: twoDigits(100 * (totalUsd / dayBefore.totalUsd - 1)),
    volume_change_24h: twoDigits(100 * (volume24hUsd / dayBefore.volume24hUsd - 1)),
    last_updated: atMs / 1000,
  })
}

function twoDigits(value: number): number {
  return Math.round(100 * value) / 100
}
