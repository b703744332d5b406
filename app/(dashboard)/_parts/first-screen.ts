import type { Coin } from "@/lib/domain/market/coin"
import { freeAnswer } from "@/lib/server/runtime/answers"

const CANDLES = 60
const CALL_DAYS = 60
/** The page is sent without a part that takes longer. */
const MAX_WAIT_MS = 1_500

/** The free data of the first screen. A part that fails or is late is `null`; the browser loads prices again anyway. */
export async function firstScreenData(coin: Coin) {
  const [prices, candles, calls] = await Promise.all([
    orNull(freeAnswer("market_prices", {})),
    orNull(freeAnswer("market_candles", { coin, interval: "4h", limit: CANDLES })),
    orNull(freeAnswer("record-calls", { coin, horizon: "24h", days: CALL_DAYS })),
  ])
  return { prices, candles, calls }
}

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
