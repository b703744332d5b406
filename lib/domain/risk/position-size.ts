import { riskParameters } from "./parameters"

export type PositionSize = {
  readonly capitalUsd: number
  readonly riskUsd: number
  readonly positionUsd: number
  /** The limit that applied. */
  readonly limitedBy: "risk" | "volatility" | "capital"
}

const { targetVolatility } = riskParameters.position

/**
 * The position that loses `riskShare` (default 1%) of the capital at its stop, at most the share of the capital that
 * volatility allows, and without credit.
 *
 * `null` where entry and stop coincide.
 */
export function positionSize(question: {
  readonly capitalUsd: number
  readonly entryUsd: number
  readonly stopUsd: number
  /** `volatilityCap`, or less beside open positions. */
  readonly volatilityShare: number
  readonly riskShare?: number
}): PositionSize | null {
  const { capitalUsd, entryUsd, stopUsd, volatilityShare, riskShare = riskParameters.position.riskShare } = question
  const riskRatio = Math.abs(entryUsd - stopUsd) / entryUsd
  if (!(riskRatio > 0)) return null
  const byRisk = (capitalUsd * riskShare) / riskRatio
  const positionUsd = Math.min(byRisk, capitalUsd * volatilityShare)
  return {
    capitalUsd,
    riskUsd: positionUsd * riskRatio,
    positionUsd,
    limitedBy: positionUsd === byRisk ? "risk" : positionUsd === capitalUsd ? "capital" : "volatility",
  }
}

/**
 * The share of the capital at which a position has 40% annual volatility, at most 1. `sigmaAnnual`: standard deviation of
 * yearly log returns, 0.5 is 50%.
 */
export function volatilityCap(sigmaAnnual: number): number {
  return sigmaAnnual > targetVolatility ? targetVolatility / sigmaAnnual : 1
}
