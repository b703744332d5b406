import { round } from "@/lib/domain/round"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { forecastWidth } from "@/lib/usecases/forecast-width"
import type { MarketReading } from "@/lib/usecases/read-market"
import type { Decision } from "@/lib/usecases/resource-versions"
import { roundPrice } from "@/lib/usecases/rounding"

type Called = Pick<MarketReading, "signal">

/** As in the answer, a call needs a forecast. */
export function signalVersion({ signal }: Called): Decision | null {
  const { direction, strength, breakdown, categories, flags, levels, view } = signal
  if (signal.volatility === null) return null
  const odds = { confidence: round(signal.confidence, 4), pUp24h: round(signal.pUp24h, 4) }
  const plan = levels && { kind: levels.kind, side: levels.side }
  const ranges = forecastWidth(signal)
  const atr = view.atr && roundPrice(view.atr)
  return {
    decision: {
      direction,
      strength,
      breakdown,
      categories,
      flags,
      ...odds,
      plan,
      ...ranges,
      atr,
      method: METHOD_VERSION,
    },
    parts: {
      direction,
      probability: [strength, odds],
      votes: [breakdown, categories, flags],
      levels: [plan, atr],
      ranges,
      method: METHOD_VERSION,
    },
    dataAsOfMs: signal.decisionTimeMs,
  }
}
