import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { streamOf, uniformAt } from "@/lib/sandbox/market/random"
import { json, type Responder } from "./responder"

const PATH = "/api/v2/public/get_book_summary_by_currency"
const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"] as const
const STRIKES = [0.8, 0.9, 1, 1.1, 1.25] as const
const EXPIRIES = 4
/** Open coins per option of a month; quarters have three times as many. */
const OPEN_COINS = { BTC: 3_000, ETH: 32_000 } as const

/** Options on bitcoin and ether: the monthly expiries, calls and puts. @see https://docs.deribit.com */
export const deribit: Responder = ({ market, nowMs, url }) => {
  const currency = url.searchParams.get("currency")
  if (url.pathname !== PATH || (currency !== "BTC" && currency !== "ETH")) return null
  const price = market.priceAt(currency, nowMs)
  const result = expiriesAfter(nowMs).flatMap((expiryMs, month) => {
    const date = new Date(expiryMs)
    const expiry = `${date.getUTCDate()}${MONTHS[date.getUTCMonth()]}${String(date.getUTCFullYear()).slice(2)}`
    const size = OPEN_COINS[currency] * (date.getUTCMonth() % 3 === 2 ? 3 : 1) * 0.6 ** month
    return STRIKES.flatMap((strike, index) =>
      ["C", "P"].map((kind) => {
        const draw = uniformAt(
          streamOf(market.seed, `options/${currency}/${expiry}`),
          2 * index + (kind === "C" ? 0 : 1),
        )
        return {
          instrument_name: `${currency}-${expiry}-${Math.round((price * strike) / 500) * 500}-${kind}`,
          base_currency: currency,
          quote_currency: currency,
          volume: Math.round(40 * draw) / 10,
          volume_usd: Math.round(4_000 * draw),
          open_interest: Math.round(10 * size * (0.6 + draw)) / 10,
          underlying_price: price,
          underlying_index: `${currency}-${expiry}`,
          mark_price: 0.02 * (1 + draw),
          mark_iv: 40 + 20 * draw,
          mid_price: index === 0 ? null : 0.02,
          bid_price: index === 0 ? null : 0.019,
          ask_price: index === 0 ? null : 0.021,
          last: index === 0 ? null : 0.02,
          high: null,
          low: null,
          price_change: null,
          interest_rate: 0,
          estimated_delivery_price: price,
          creation_timestamp: nowMs,
        }
      }),
    )
  })
  return json({ jsonrpc: "2.0", result, usIn: nowMs * 1000, usOut: nowMs * 1000 + 900, usDiff: 900, testnet: false })
}

/** The last Friday of each month at 08:00 UTC, from now on. */
function expiriesAfter(nowMs: number): readonly number[] {
  const now = new Date(nowMs)
  const all = Array.from({ length: EXPIRIES + 1 }, (_, ahead) => {
    const lastDayMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead + 1, 0)
    return lastDayMs - ((new Date(lastDayMs).getUTCDay() + 2) % 7) * DAY_MS + 8 * HOUR_MS
  })
  return all.filter((expiryMs) => expiryMs > nowMs).slice(0, EXPIRIES)
}
