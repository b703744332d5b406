import type { ResponseOf } from "@/lib/api/contract"
import { intervalMs, openTimeOf } from "@/lib/domain/market/candle"
import type { Candles } from "@/lib/domain/market/candle-feed"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import { round } from "@/lib/domain/round"
import { DAY_MS, isoTime } from "@/lib/domain/utc-day"
import { ageSeconds, type MarketDataDeps, WITHHELD_REASON } from "@/lib/usecases/market-data"
import { roundPrice } from "@/lib/usecases/rounding"
import type { marketPricesContract } from "./contract"

type Prices = ResponseOf<typeof marketPricesContract>

const SPARKLINE_MS = 7 * DAY_MS

/** Prices, 24h changes and sparklines of all coins. Missing data is `null`, never an error. */
export async function getMarketPrices(deps: MarketDataDeps): Promise<Prices> {
  return {
    timestamp: isoTime(deps.nowMs),
    mode: deps.mode,
    coins: await Promise.all(COINS.map((coin) => priceOf(coin, deps))),
    withheld: deps.mayPublish ? null : WITHHELD_REASON,
  }
}

async function priceOf(coin: Coin, { candles, mayPublish, nowMs }: MarketDataDeps): Promise<Prices["coins"][number]> {
  const [price, hours, fourHours] = await Promise.all([
    candles.price(coin),
    candles.candles(coin, "1h"),
    mayPublish ? candles.candles(coin, "4h") : null,
  ])
  const week = (fourHours?.value ?? []).filter(({ openTimeMs }) => {
    const closeMs = openTimeMs + intervalMs["4h"]
    return closeMs <= nowMs && closeMs > nowMs - SPARKLINE_MS
  })
  const first = week[0]
  return {
    coin,
    price: price ? roundPrice(price.value) : null,
    as_of: price ? isoTime(price.asOfMs) : null,
    age_s: price ? ageSeconds(price.asOfMs, nowMs) : null,
    source: price?.source ?? null,
    disputed: price?.isDisputed ?? false,
    change_24h_pct: price ? changeSince(hours, price) : null,
    sparkline_7d: week.map(({ closeUsd }) => roundPrice(closeUsd)),
    sparkline_from: first ? isoTime(first.openTimeMs + intervalMs["4h"]) : null,
    next_close_at: isoTime(openTimeOf(nowMs, "4h") + intervalMs["4h"]),
  }
}

/** The change of the price against the newest hourly close that was known 24h before it, in percent. */
function changeSince(hours: Candles | null, price: { readonly value: number; readonly asOfMs: number }): number | null {
  const beforeMs = price.asOfMs - DAY_MS
  const earlier = hours?.value.findLast(({ openTimeMs }) => openTimeMs + intervalMs["1h"] <= beforeMs)
  if (!earlier || earlier.closeUsd <= 0 || earlier.openTimeMs + 3 * intervalMs["1h"] < beforeMs) return null
  return round(100 * (price.value / earlier.closeUsd - 1), 2)
}
