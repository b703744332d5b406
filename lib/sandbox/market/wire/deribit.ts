import type { Coin } from "@/lib/domain/market/coin"
import { callValue } from "@/lib/domain/options/black-76"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { streamOf, uniformAt } from "@/lib/sandbox/market/random"
import { impliedVolatility, smileFactor } from "@/lib/sandbox/market/series/implied-volatility"
import type { SimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { integer, json, type Responder } from "./responder"

const SUMMARY = "/api/v2/public/get_book_summary_by_currency"
const INDEX = "/api/v2/public/get_volatility_index_data"
const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"] as const
/** Strikes of an expiry, in standard deviations from the forward. */
const STRIKES = [-2.6, -2, -1.6, -1.2, -0.9, -0.6, -0.3, 0, 0.3, 0.6, 0.9, 1.2, 1.6, 2, 2.6] as const
const [DAILY, WEEKLY, MONTHLY, QUARTERS] = [3, 3, 4, 6]
const CARRY_A_YEAR = 0.05
const MAX_CANDLES = 1_000

/** Open coins of a month; quarters have three times as many. */
const contracts = {
  BTC: { name: "BTC", settled: "BTC", tick: 0.0001, openCoins: 30_000 },
  ETH: { name: "ETH", settled: "ETH", tick: 0.0001, openCoins: 320_000 },
  SOL: { name: "SOL_USDC", settled: "USDC", tick: 0.01, openCoins: 400_000 },
} as const satisfies Record<Coin, object>

const coinOf = { BTC: "BTC", ETH: "ETH", USDC: "SOL" } as const satisfies Readonly<Record<string, Coin>>

/** Options and their index of volatility. @see https://docs.deribit.com */
export const deribit: Responder = ({ market, nowMs, url }) => {
  const currency = url.searchParams.get("currency") ?? ""
  if (!isListed(currency)) return null
  const coin = coinOf[currency]
  if (url.pathname === SUMMARY) return answer(summariesOf(market, coin, nowMs), nowMs)
  if (url.pathname !== INDEX || coin === "SOL" || url.searchParams.get("resolution") !== "1D") return null
  const fromMs = Math.max(market.genesisMs, integer(url, "start_timestamp", nowMs))
  return answer({ data: indexCandles(market, coin, fromMs, nowMs), continuation: null }, nowMs)
}

function isListed(currency: string): currency is keyof typeof coinOf {
  return currency in coinOf
}

function answer(result: unknown, nowMs: number): Response {
  return json({ jsonrpc: "2.0", result, usIn: nowMs * 1000, usOut: nowMs * 1000 + 900, usDiff: 900, testnet: false })
}

function summariesOf(market: SimulatedMarket, coin: Coin, nowMs: number) {
  const price = market.priceAt(coin, nowMs)
  const expiries = expiriesAfter(nowMs)
  const implied = impliedVolatility(market, coin, { fromMs: nowMs, nowMs, untilMs: Math.max(...expiries) })
  const smile = smileFactor(market, coin, nowMs)
  const { name, settled, tick, openCoins } = contracts[coin]
  const step = strikeStep(price)
  const monthly = lastFridaysAfter(nowMs, MONTHLY + QUARTERS)
  return expiries.flatMap((expiryMs) => {
    const date = new Date(expiryMs)
    const expiry = `${date.getUTCDate()}${MONTHS[date.getUTCMonth()]}${String(date.getUTCFullYear()).slice(2)}`
    const forward = price * Math.exp((CARRY_A_YEAR * (expiryMs - nowMs)) / (365 * DAY_MS))
    const years = (expiryMs - nowMs) / (365 * DAY_MS)
    const sigma = Math.sqrt(implied.variance(nowMs, expiryMs))
    const month = monthly.indexOf(expiryMs)
    const size = month < 0 ? openCoins / 12 : openCoins * (date.getUTCMonth() % 3 === 2 ? 3 : 1) * 0.6 ** month
    const strikes = new Set(
      STRIKES.map((z) => Number((Math.max(1, Math.round((forward * Math.exp(z * sigma)) / step)) * step).toFixed(3))),
    )
    return [...strikes].flatMap((strike, index) =>
      (["C", "P"] as const).map((kind, side) => {
        const draw = uniformAt(streamOf(market.seed, `options/${name}/${expiry}`), 2 * index + side)
        const logStrike = Math.log(strike / forward)
        const points = Math.round((1e4 * sigma * smile(logStrike / sigma)) / Math.sqrt(years)) / 1e4
        const call = callValue({ logStrike, variance: points ** 2 * years })
        const inForwards = kind === "C" ? call : call - 1 + strike / forward
        const quotes = quotesOf(settled === "USDC" ? inForwards * forward : inForwards, { tick, draw })
        return {
          instrument_name: `${name}-${expiry}-${String(strike).replace(".", "d")}-${kind}`,
          base_currency: coin,
          quote_currency: settled,
          volume: Math.round(40 * draw) / 10,
          volume_usd: Math.round(4_000 * draw),
          open_interest: Math.round((10 * size * (0.6 + draw)) / (2 * strikes.size)) / 10,
          underlying_price: Number(forward.toFixed(4)),
          underlying_index: `${name}-${expiry}`,
          mark_iv: Number((100 * points).toFixed(2)),
          ...quotes,
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
}

/** About 0.5% of the price, in round numbers. */
function strikeStep(price: number): number {
  const power = 10 ** Math.floor(Math.log10(0.006 * price))
  return ([5, 2.5, 1].find((times) => times * power <= 0.006 * price) ?? 1) * power
}

/** Far options have offers and no bids. */
function quotesOf(value: number, { tick, draw }: { readonly tick: number; readonly draw: number }) {
  const onTick = (steps: number) => Number((steps * tick).toFixed(4))
  const half = 0.01 + 0.05 * draw
  const bid = Math.floor((value * (1 - half)) / tick)
  const bid_price = bid <= 0 ? null : onTick(bid)
  // Of some of the far ones nobody has an offer either.
  const ask_price = bid_price === null && draw < 0.2 ? null : onTick(Math.ceil((value * (1 + half)) / tick))
  const mid = bid_price === null || ask_price === null ? null : Number(((bid_price + ask_price) / 2).toFixed(6))
  return { mark_price: Number(value.toFixed(6)), bid_price, ask_price, mid_price: mid, last: mid }
}

function indexCandles(market: SimulatedMarket, coin: Coin, fromMs: number, nowMs: number) {
  const firstMs = Math.ceil(fromMs / DAY_MS) * DAY_MS
  const implied = impliedVolatility(market, coin, { fromMs, nowMs, untilMs: nowMs + 31 * DAY_MS })
  const candles: number[][] = []
  for (let dayMs = firstMs; dayMs <= nowMs && candles.length < MAX_CANDLES; dayMs += DAY_MS) {
    const [open, close] = [implied.index(dayMs), implied.index(Math.min(dayMs + DAY_MS, nowMs))]
    const values = [open, 1.01 * Math.max(open, close), 0.99 * Math.min(open, close), close]
    candles.push([dayMs, ...values.map((value) => Number(value.toFixed(2)))])
  }
  return candles
}

/** The next days, Fridays, last Fridays of months and of quarters, each at 08:00 UTC. */
function expiriesAfter(nowMs: number): readonly number[] {
  const firstMs = Math.floor((nowMs - 8 * HOUR_MS) / DAY_MS) * DAY_MS + DAY_MS + 8 * HOUR_MS
  const days = Array.from({ length: 7 * (WEEKLY + 1) }, (_, ahead) => firstMs + ahead * DAY_MS)
  const months = lastFridaysAfter(nowMs, MONTHLY + QUARTERS)
  const all = [
    ...days.slice(0, DAILY),
    ...days.filter((timeMs) => new Date(timeMs).getUTCDay() === 5).slice(0, WEEKLY),
    ...months.filter((timeMs, month) => month < MONTHLY || isQuarter(timeMs)),
  ]
  return [...new Set(all)].toSorted((a, b) => a - b)
}

function isQuarter(timeMs: number): boolean {
  return new Date(timeMs).getUTCMonth() % 3 === 2
}

function lastFridaysAfter(nowMs: number, count: number): readonly number[] {
  const now = new Date(nowMs)
  const all = Array.from({ length: count + 1 }, (_, ahead) => {
    const lastDayMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead + 1, 0)
    return lastDayMs - ((new Date(lastDayMs).getUTCDay() + 2) % 7) * DAY_MS + 8 * HOUR_MS
  })
  return all.filter((expiryMs) => expiryMs > nowMs).slice(0, count)
}
