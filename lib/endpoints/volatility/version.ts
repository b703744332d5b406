import type { Sourced } from "@/lib/domain/market/candle-feed"
import type { OptionMarket } from "@/lib/domain/options/option-market"
import { indexPlace } from "@/lib/domain/options/premium"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { forecastWidth } from "@/lib/usecases/forecast-width"
import type { MarketReading } from "@/lib/usecases/read-market"
import type { Decision } from "@/lib/usecases/resource-versions"
import { VOLATILITY_METHOD_VERSION } from "./answer"

/** Smaller changes of the implied volatility are noise of the quotes. */
const STEP = 0.01

/** A new version: the forecast of a new close, another expiry, or an implied volatility in whole points. */
export function volatilityVersion(
  { signal }: Pick<MarketReading, "signal">,
  market: Sourced<OptionMarket> | null,
  nowMs: number,
): Decision | null {
  const smiles = market?.value.surface.smiles.filter(({ expiryMs }) => expiryMs > nowMs) ?? []
  if (signal.volatility === null || market === null || smiles.length === 0) return null
  const ranges = forecastWidth(signal)
  const implied = {
    expiries: smiles.map(({ expiryMs, atTheMoney, put25, call25 }) => [
      expiryMs,
      steps(atTheMoney),
      steps(put25),
      steps(call25),
    ]),
    index: steps(indexPlace(market.value.index)?.now.close ?? null),
  }
  const method = [METHOD_VERSION, VOLATILITY_METHOD_VERSION]
  return {
    decision: { ...ranges, implied, method },
    parts: { ranges, implied, method },
    dataAsOfMs: market.asOfMs,
  }
}

function steps(volatility: number | null): number | null {
  return volatility === null ? null : Math.round(volatility / STEP)
}
