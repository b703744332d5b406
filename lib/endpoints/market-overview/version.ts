import type { ResponseOf } from "@/lib/api/contract"
import { openTimeOf } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import type { Decision } from "@/lib/usecases/resource-versions"
import { getMarketOverview, type OverviewDeps } from "./answer"
import type { marketOverviewContract } from "./contract"

type Answer = ResponseOf<typeof marketOverviewContract>

export async function overviewVersion(ports: OverviewDeps): Promise<Decision> {
  const answer = await getMarketOverview({}, ports)
  const [mood, shares] = await Promise.all([ports.fearGreed.read(), ports.dominance.read()])
  const decision = overviewDecision(answer)
  const { calls, funding, etf_flows, stablecoin_flows, fear_greed, macro } = decision
  const parts = {
    directions: Object.values(calls).map(({ direction }) => direction),
    calls,
    funding,
    "fund flows": etf_flows,
    stablecoins: stablecoin_flows,
    "fear & greed": fear_greed,
    macro,
  }
  const dataAsOfMs = Math.max(openTimeOf(ports.nowMs, "4h"), mood?.asOfMs ?? 0, shares?.asOfMs ?? 0)
  return { decision, parts, dataAsOfMs }
}

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
