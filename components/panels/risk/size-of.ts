import { riskBeside } from "@/lib/domain/risk/joint-risk"
import type { Risk } from "@/lib/endpoints/risk/contract"

type Size = {
  readonly positionUsd: number
  readonly quantity: number
  readonly lossUsd: number
  readonly limitedBy: Risk["position_sizing"]["requested"]["limited_by"]
}

/**
 * The position size for another capital and risk: the allowed loss at the stop, capped by the capital and by
 * volatility. `null` for invalid amounts.
 */
export function sizeOf(
  { levels, position_sizing }: Pick<Risk, "levels" | "position_sizing">,
  { capital, riskPct }: { readonly capital: number; readonly riskPct: number },
): Size | null {
  if (!(capital > 0 && riskPct > 0 && riskPct <= 100 && capital < Number.POSITIVE_INFINITY)) return null
  const stopRatio = Math.abs(levels.entry - levels.stop_loss) / levels.entry
  const lowVolatility = lowVolatilityShare(position_sizing)
  const held = position_sizing.joint?.held.map((one) => ({ ...one, riskPct: one.risk_pct })) ?? []
  const side = levels.stop_loss < levels.entry ? "long" : "short"
  const ownPct = riskBeside(riskPct, side, held)
  const byRisk = (capital * ownPct) / 100 / stopRatio
  const positionUsd = Math.min(byRisk, capital * lowVolatility)
  return {
    positionUsd,
    quantity: positionUsd / levels.entry,
    lossUsd: positionUsd * stopRatio,
    limitedBy:
      positionUsd === byRisk ? (ownPct < riskPct ? "held" : "risk") : lowVolatility < 1 ? "volatility" : "capital",
  }
}

/** The share of the capital that volatility allows. Older answers state it only if it was reached. */
function lowVolatilityShare({ volatility_cap_pct: capPct, requested }: Risk["position_sizing"]): number {
  if (capPct !== undefined) return capPct / 100
  return requested.limited_by === "volatility" ? requested.position_size / requested.capital : 1
}
