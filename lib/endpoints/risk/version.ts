import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { forecastWidth } from "@/lib/usecases/forecast-width"
import type { MarketReading } from "@/lib/usecases/read-market"
import type { Decision } from "@/lib/usecases/resource-versions"

type Called = Pick<MarketReading, "signal">

/** As in the answer, a plan needs a forecast and a stop. */
export function riskVersion({ signal }: Called): Decision | null {
  const { direction, levels, view } = signal
  if (signal.volatility === null || levels === null) return null
  const plan = { kind: levels.kind, side: levels.side }
  const { close, atr } = view
  const funding = view.series.funding.at(-1)?.fundingPctPer8h ?? null
  const ranges = forecastWidth(signal)
  return {
    decision: { direction, plan, close, funding, ...ranges, atr, method: METHOD_VERSION },
    parts: { direction, levels: [plan, close, atr], costs: funding, ranges, method: METHOD_VERSION },
    dataAsOfMs: signal.decisionTimeMs,
  }
}
