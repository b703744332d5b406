import { regimeParameters } from "./parameters"

export const RISK_LEVELS = ["LOW", "MODERATE", "ELEVATED", "HIGH"] as const
export const VOLATILITIES = ["LOW", "NORMAL", "HIGH", "EXTREME"] as const

export type Conditions = {
  readonly riskLevel: (typeof RISK_LEVELS)[number]
  readonly volatility: (typeof VOLATILITIES)[number]
}

/** The step of a volatility forecast by its percentile. An important event within 24h raises the risk by one level. */
export function conditionsOf(percentile: number, isEventNear: boolean): Conditions {
  const rank = regimeParameters.volatilityCuts.filter((cut) => percentile >= cut).length
  return {
    riskLevel: RISK_LEVELS[Math.min(RISK_LEVELS.length - 1, rank + (isEventNear ? 1 : 0))] ?? "HIGH",
    volatility: VOLATILITIES[rank] ?? "EXTREME",
  }
}
