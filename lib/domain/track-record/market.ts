import type { Coin } from "@/lib/domain/market/coin"
import type { CallWithOutcome } from "./outcome"

/** The moves of one coin over all settled windows of a selection, with or without a call. */
export type CoinMarket = {
  readonly riseShare: number
  readonly fallShare: number
  readonly meanReturn: number
}

/** The odds of a call without information, by coin. A window with an unchanged price neither rose nor fell. */
export function marketOf(windows: readonly CallWithOutcome[]): ReadonlyMap<Coin, CoinMarket> {
  const sums = new Map<Coin, { n: number; rises: number; falls: number; total: number }>()
  for (const { facts, marketReturn } of windows) {
    const sum = sums.get(facts.coin) ?? { n: 0, rises: 0, falls: 0, total: 0 }
    sum.n++
    sum.rises += Number(marketReturn > 0)
    sum.falls += Number(marketReturn < 0)
    sum.total += marketReturn
    sums.set(facts.coin, sum)
  }
  return new Map(
    [...sums].map(([coin, { n, rises, falls, total }]) => [
      coin,
      { riseShare: rises / n, fallShare: falls / n, meanReturn: total / n },
    ]),
  )
}
