import { effectiveN } from "@/lib/domain/statistics/effective-n"
import { type Bounds, meanInterval, wilsonInterval } from "@/lib/domain/statistics/interval"
import { mean } from "@/lib/domain/statistics/moments"
import { DECISION_SPACING_MS } from "./sealed-signal"
import { type Horizon, horizonMs, type SettledCall } from "./settlement"

/** `insufficient_data`: rates are null. `preliminary`: shown, without any claim. `ok`: enough for an interval to mean something. */
export type EvidenceStatus = "insufficient_data" | "preliminary" | "ok"

/** Effective observations below which a rate is not shown, and from which it may be quoted. */
export const SHOWN_FROM = 30
export const QUOTABLE_FROM = 100

export type Evidence = { readonly n: number; readonly nEffective: number; readonly status: EvidenceStatus }

/** How much a set of calls weighs. */
export function evidenceOf(calls: readonly SettledCall[], horizon: Horizon): Evidence {
  const coins = new Set(calls.map(({ facts }) => facts.coin)).size
  const spacing = { spacingMs: DECISION_SPACING_MS, horizonMs: horizonMs[horizon] }
  const nEffective = effectiveN({ n: calls.length, coins, ...spacing })
  return { n: calls.length, nEffective, status: statusOf(nEffective) }
}

export function statusOf(nEffective: number): EvidenceStatus {
  if (nEffective < SHOWN_FROM) return "insufficient_data"
  return nEffective < QUOTABLE_FROM ? "preliminary" : "ok"
}

/** A value, or `null` while there is too little behind it. */
export function whenShown<T>({ status }: Evidence, value: () => T): T | null {
  return status === "insufficient_data" ? null : value()
}

/** One row of a breakdown. Rates are `null` below `SHOWN_FROM` effective calls. */
export type Performance = Evidence & {
  readonly winRate: number | null
  readonly winRateInterval: Bounds | null
  /** Mean net return per call. */
  readonly expectancy: number | null
  readonly expectancyInterval: Bounds | null
  /** Share of the same windows that moved to the calls' sides when sides are drawn blindly in the same proportion. */
  readonly baseRate: number | null
}

/** Rates of calls that have a side. */
export function performanceOf(calls: readonly SettledCall[], horizon: Horizon): Performance {
  const evidence = evidenceOf(calls, horizon)
  const returns = calls.map(({ netReturn }) => netReturn)
  const winRate = whenShown(evidence, () => mean(calls.map(({ outcome }) => Number(outcome === "WIN"))))
  return {
    ...evidence,
    winRate,
    winRateInterval: winRate === null ? null : wilsonInterval(winRate, evidence.nEffective),
    expectancy: whenShown(evidence, () => mean(returns)),
    expectancyInterval: whenShown(evidence, () => meanInterval(returns, evidence.nEffective)),
    baseRate: whenShown(evidence, () => baseRateOfSides(calls)),
  }
}

/** Share of windows that closed higher. */
export function upRate(calls: readonly SettledCall[]): number | null {
  return mean(calls.map(({ marketReturn }) => Number(marketReturn > 0)))
}

function baseRateOfSides(calls: readonly SettledCall[]): number | null {
  const up = upRate(calls)
  const long = mean(calls.map(({ side }) => Number(side === 1)))
  return up === null || long === null ? null : long * up + (1 - long) * (1 - up)
}
