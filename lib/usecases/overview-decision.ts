import type { ResponseOf } from "@/lib/api/contract"
import type { marketOverviewContract } from "@/lib/api/market-overview"
import type { Coin } from "@/lib/domain/market/coin"
import { round } from "@/lib/domain/round"

type Answer = ResponseOf<typeof marketOverviewContract>

/**
 * What the overview says apart from what ticks: prices, and what is worth so and so many dollars at them.
 *
 * Dominance is read every few minutes, so it counts by the tenth of a percent.
 */
export function overviewDecision({ signals, derivatives, dominance, ...answer }: Answer) {
  const { etf_flows, stablecoin_flows, fear_greed, macro } = answer
  return {
    calls: perCoin(signals, ({ direction, confidence, strength }) => ({ direction, confidence, strength })),
    derivatives: perCoin(derivatives, (facts) => ({ ...facts, open_interest_usd: null })),
    dominance: { btc: tenths(dominance.btc_pct), eth: tenths(dominance.eth_pct) },
    etf_flows,
    stablecoin_flows,
    fear_greed,
    macro,
  }
}

function perCoin<T, R>({ BTC, ETH, SOL }: Readonly<Record<Coin, T>>, of: (value: T) => R): Record<Coin, R> {
  return { BTC: of(BTC), ETH: of(ETH), SOL: of(SOL) }
}

function tenths(percent: number | null): number | null {
  return percent === null ? null : round(percent, 1)
}
