import type { Params } from "@/lib/api/contract"
import { round } from "@/lib/domain/round"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import type { MarketPorts } from "@/lib/endpoints/ports"
import { forecastWidth } from "@/lib/usecases/forecast-width"
import { newestFunding } from "@/lib/usecases/funding"
import type { MarketReading } from "@/lib/usecases/read-market"
import type { Decision } from "@/lib/usecases/resource-versions"
import { roundPrice } from "@/lib/usecases/rounding"
import type { riskContract } from "./contract"
import { costDetailsOf } from "./costs"
import { readBook } from "./joint"
import { tradeCostOf } from "./trade-cost"

type Called = Pick<MarketReading, "signal" | "recordPriceUsd">

/** As in the answer, a plan needs a forecast and a stop. Figures are compared as the answer rounds them. */
export function riskVersion({ signal, recordPriceUsd: priceUsd }: Called): Decision | null {
  const { direction, levels, view } = signal
  if (signal.volatility === null || levels === null || view.atr === null) return null
  const { kind, side, entry, stop, targets } = levels
  const plan = { kind, side, entry, stop, targets }
  const { atr } = costDetailsOf(view, { atr: view.atr, priceUsd })
  const close = roundPrice(priceUsd)
  const funding = newestFunding(view)?.ratePct ?? null
  const ranges = forecastWidth(signal)
  return {
    decision: { direction, plan, close, funding, ...ranges, atr, method: METHOD_VERSION },
    parts: { direction, levels: [plan, close, atr], costs: funding, ranges, method: METHOD_VERSION },
    dataAsOfMs: signal.decisionTimeMs,
  }
}

/** The correlations with open positions, and the costs of a trade of the asked size. */
export async function riskQueryDecision(
  { coin, held, size }: Params<typeof riskContract>,
  ports: MarketPorts,
): Promise<unknown> {
  const [book, { price, signal }] = await Promise.all([held ? readBook(coin, held, ports) : null, ports.reading(coin)])
  const { levels, volatility } = signal
  const correlations = book?.held.map(({ correlation }) => round(correlation, 4)) ?? null
  if (size === undefined || levels === null || volatility === null) return { correlations }
  const trade = await tradeCostOf({ coin, priceUsd: price.value, sizeUsd: size, levels, volatility }, ports)
  const { venues, ...costs } = trade.answer
  return { correlations, costs, venues: venues.map((venue) => ({ ...venue, age_s: null })) }
}
