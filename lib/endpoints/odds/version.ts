import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { forecastWidth } from "@/lib/usecases/forecast-width"
import type { MarketReading } from "@/lib/usecases/read-market"
import type { Decision } from "@/lib/usecases/resource-versions"
import { roundPrice } from "@/lib/usecases/rounding"

type Called = Pick<MarketReading, "signal" | "recordPriceUsd">

/** The odds of any level follow from the forecast and from the price, which always changes. */
export function oddsVersion({ signal, recordPriceUsd }: Called): Decision | null {
  if (signal.volatility === null) return null
  const ranges = forecastWidth(signal)
  const close = roundPrice(recordPriceUsd)
  return {
    decision: { ...ranges, close, method: METHOD_VERSION },
    parts: { ranges, close, method: METHOD_VERSION },
    dataAsOfMs: signal.decisionTimeMs,
  }
}
