import type { Coin } from "@/lib/domain/market/coin"
import { type Interval, INTERVALS } from "@/lib/domain/market/candle"
import { dollars } from "@/lib/client/format/money"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { contractOf } from "./served"
import { freeAnswer } from "@/lib/server/runtime/answers"

const CANDLES = 60
const CALL_DAYS = 60
/** The page is sent without a part that takes longer. */
const MAX_WAIT_MS = 1_500

/** Prices for the strip of every screen; `null` if they fail or are late. The browser reads them again anyway. */
export const currentPrices = () => orNull(freeAnswer("market_prices", {}))

/** Prices for the watchlist; `null` if they fail or are late. */
export const currentPerpetuals = () => orNull(freeAnswer("market_perpetuals", {}))

/** The free data of a chart; a part that fails or is late is `null`. */
export async function chartData(coin: Coin, interval: Interval) {
  const [candles, calls] = await Promise.all([
    orNull(freeAnswer("market_candles", { coin, interval, limit: CANDLES })),
    orNull(freeAnswer("record-calls", { coin, horizon: "24h", days: CALL_DAYS })),
  ])
  return { candles, calls }
}

/** `$0.05`; `null` if this deployment does not sell signals. */
export function signalPrice(): string | null {
  return contractOf(signalContract.id) === null ? null : dollars(signalContract.price)
}

/** The interval of the candles in the address. */
export function intervalIn(search: SearchParams): Interval {
  return INTERVALS.find((one) => one === search["interval"]) ?? "4h"
}

export type SearchParams = Readonly<Record<string, string | string[] | undefined>>

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), MAX_WAIT_MS)
  })
  try {
    return await Promise.race([answer.catch(() => null), late])
  } finally {
    clearTimeout(timer)
  }
}
