import type { Coin } from "@/lib/domain/market/coin"
import { HOUR_MS, MINUTE_MS } from "@/lib/domain/utc-day"
import { streamOf, uniformAt } from "@/lib/sandbox/market/random"
import type { SimulatedMarket } from "@/lib/sandbox/market/simulated-market"

type Row = { readonly price: number; readonly size: number }
export type SimulatedBook = { readonly bids: readonly Row[]; readonly asks: readonly Row[] }

type Shape = {
  readonly venue: string
  readonly midUsd: number
  readonly rows: number
  /** Half the spread as a fraction of the price in a quiet market. */
  readonly halfSpread: number
  /** Dollars within one basis point of the price, per side. */
  readonly usdPerBp: number
}

const USUAL_HOUR = 0.004

/**
 * Rows around the price of the moment: the depth grows with the distance, and a market that moves fast has a wider spread and
 * less depth.
 */
export function simulatedBook(market: SimulatedMarket, coin: Coin, nowMs: number, shape: Shape): SimulatedBook {
  const { venue, midUsd, rows, halfSpread, usdPerBp } = shape
  const move = Math.abs(Math.log(market.priceAt(coin, nowMs) / market.priceAt(coin, nowMs - HOUR_MS)))
  const stress = 1 + move / USUAL_HOUR
  const minute = Math.floor(nowMs / MINUTE_MS)
  const side = (sign: 1 | -1): readonly Row[] =>
    Array.from({ length: rows }, (_, row) => {
      const draw = uniformAt(streamOf(market.seed, `book/${coin}/${venue}/${sign}`), minute * 1_000 + row)
      const distance = halfSpread * stress + row * 0.000_05
      const usd = (usdPerBp / 2 / stress) * (1 + row / 40) * (0.4 + 1.2 * draw)
      return { price: midUsd * (1 + sign * distance), size: usd / midUsd }
    })
  return { bids: side(-1), asks: side(1) }
}
