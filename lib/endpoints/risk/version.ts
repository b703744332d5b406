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

type QueryDecision = {
  readonly correlations: readonly number[] | null
  readonly cheapest?: string | null
  readonly costs?: number | null
}

/**
 * The correlations with open positions, and the costs of a trade of the asked size: the cheapest venue and the step of its total.
 * Order books move with every trade, so the costs are not compared as the answer rounds them.
 */
export async function riskQueryDecision(
  { coin, held, size }: Params<typeof riskContract>,
  ports: MarketPorts,
): Promise<QueryDecision> {
  const [book, { price, signal }] = await Promise.all([held ? readBook(coin, held, ports) : null, ports.reading(coin)])
  const { levels, volatility } = signal
  const correlations = book?.held.map(({ correlation }) => round(correlation, 4)) ?? null
  if (size === undefined || levels === null || volatility === null) return { correlations }
  const { answer, costRatio } = await tradeCostOf(
    { coin, priceUsd: price.value, sizeUsd: size, levels, volatility },
    ports,
  )
  return { correlations, cheapest: answer.cheapest, costs: costRatio && costStepOf(costRatio) }
}

/** Within a basis point of the trade, or 5% of the cost where that is more, costs are the same decision. */
export function riskDecisionsAlike({ costs, ...rest }: QueryDecision): readonly QueryDecision[] {
  if (costs === undefined || costs === null) return []
  return Array.from({ length: 2 * STEPS_IN_BAND + 1 }, (_, index) => ({
    ...rest,
    costs: costs + index - STEPS_IN_BAND,
  }))
}

const STEPS_IN_BAND = 4
/** From here on 5% of a cost are more than a basis point. */
const EVEN_BPS = 20

/** The number of the step that a cost is in. Four steps are a basis point of the trade, or 5% of the cost where that is more. */
export function costStepOf(costRatio: number): number {
  const bps = 10_000 * Math.abs(costRatio)
  const bands = bps <= EVEN_BPS ? bps : EVEN_BPS + Math.log(bps / EVEN_BPS) / Math.log1p(0.05)
  return Math.round(STEPS_IN_BAND * bands) * Math.sign(costRatio)
}
