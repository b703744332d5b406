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
 * The position that loses `riskShare` (default 1%) of the capital at its stop, with at most 40% annual volatility and
 * without credit.
 *
 * `null` where entry and stop coincide. `sigmaAnnual`: standard deviation of yearly log returns, 0.5 is 50%.
 */
export function positionSize(question: {
  readonly capitalUsd: number
  readonly entryUsd: number
  readonly stopUsd: number
  readonly sigmaAnnual: number
  readonly riskShare?: number
}): PositionSize | null {
  const { capitalUsd, entryUsd, stopUsd, sigmaAnnual, riskShare = riskParameters.position.riskShare } = question
  const riskRatio = Math.abs(entryUsd - stopUsd) / entryUsd
  if (!(riskRatio > 0)) return null
  const byRisk = (capitalUsd * riskShare) / riskRatio
  const positionUsd = Math.min(byRisk, capitalUsd * volatilityCap(sigmaAnnual))
  return {
    capitalUsd,
    riskUsd: positionUsd * riskRatio,
    positionUsd,
    limitedBy: positionUsd === byRisk ? "risk" : positionUsd === capitalUsd ? "capital" : "volatility",
  }
}

/** The share of the capital at which a position has 40% annual volatility, at most 1. */
export function volatilityCap(sigmaAnnual: number): number {
  return sigmaAnnual > targetVolatility ? targetVolatility / sigmaAnnual : 1
}
