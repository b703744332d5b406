import type { ResponseOf } from "@/lib/api/contract"
import type { marketOverviewContract } from "./contract"
import type { Coin } from "@/lib/domain/market/coin"

type Answer = ResponseOf<typeof marketOverviewContract>

/**
 * The facts that make a new version of the overview: the calls, and facts that are published once a day or with a 4h
 * close.
 *
 * Prices, dominance, open interest and the long/short ratio always change, so they are not among them. So there are at
 * most ten versions a day: six closes, the fear & greed index and the funds of three coins.
 */
export function overviewDecision({ signals, derivatives, etf_flows, stablecoin_flows, fear_greed, macro }: Answer) {
  return {
    calls: perCoin(signals, ({ direction, confidence, strength }) => ({ direction, confidence, strength })),
    funding: perCoin(derivatives, ({ funding_rate_8h_pct }) => funding_rate_8h_pct),
    etf_flows,
    stablecoin_flows,
    fear_greed,
    macro,
  }
}

function perCoin<T, R>({ BTC, ETH, SOL }: Readonly<Record<Coin, T>>, of: (value: T) => R): Record<Coin, R> {
  return { BTC: of(BTC), ETH: of(ETH), SOL: of(SOL) }
}
