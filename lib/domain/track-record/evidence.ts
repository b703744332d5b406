import { effectiveN } from "@/lib/domain/statistics/effective-n"
import { type Bounds, meanInterval, wilsonInterval } from "@/lib/domain/statistics/interval"
import { mean } from "@/lib/domain/statistics/moments"
import { marketOf } from "./market"
import { DECISION_SPACING_MS } from "./sealed-signal"
import { type Horizon, horizonMs, type CallWithOutcome } from "./outcome"

/** `insufficient_data`: rates are null. `preliminary`: shown, without any claim. `ok`: enough for an interval to mean something. */
export type EvidenceStatus = "insufficient_data" | "preliminary" | "ok"

/** Effective observations below which a rate is not shown, and from which it may be quoted. */
export const MIN_EFFECTIVE_CALLS = 30
export const QUOTABLE_FROM = 100

export type Evidence = { readonly n: number; readonly nEffective: number; readonly status: EvidenceStatus }

/** Number of calls with their effective number. */
export function evidenceOf(calls: readonly CallWithOutcome[], horizon: Horizon): Evidence {
  const coins = new Set(calls.map(({ facts }) => facts.coin)).size
  const spacing = { spacingMs: DECISION_SPACING_MS, horizonMs: horizonMs[horizon] }
  const nEffective = effectiveN({ n: calls.length, coins, ...spacing })
  return { n: calls.length, nEffective, status: statusOf(nEffective) }
}

export function statusOf(nEffective: number): EvidenceStatus {
  if (nEffective < MIN_EFFECTIVE_CALLS) return "insufficient_data"
  return nEffective < QUOTABLE_FROM ? "preliminary" : "ok"
}

/** A value, or `null` with too few calls. */
export function ifEnoughEvidence<T>({ status }: Evidence, value: () => T): T | null {
  return status === "insufficient_data" ? null : value()
}

/** One row of a breakdown. Rates are `null` below `MIN_EFFECTIVE_CALLS` effective calls. */
export type Performance = Evidence & {
  readonly winRate: number | null
  readonly winRateInterval: Bounds | null
  /** Mean net return per call. */
  readonly expectancy: number | null
  readonly expectancyInterval: Bounds | null
  /** Win rate of blind calls on the same sides of the same coins, over all windows. */
  readonly baseRate: number | null
}

/** Rates of calls that have a side. `windows`: every settled window of their time, the calls' own among them. */
export function performanceOf(
  calls: readonly CallWithOutcome[],
  { windows, horizon }: { readonly windows: readonly CallWithOutcome[]; readonly horizon: Horizon },
): Performance {
  const evidence = evidenceOf(calls, horizon)
  const returns = calls.map(({ netReturn }) => netReturn)
  const winRate = ifEnoughEvidence(evidence, () => mean(calls.map(({ outcome }) => Number(outcome === "WIN"))))
  return {
    ...evidence,
    winRate,
    winRateInterval: winRate === null ? null : wilsonInterval(winRate, evidence.nEffective),
    expectancy: ifEnoughEvidence(evidence, () => mean(returns)),
    expectancyInterval: ifEnoughEvidence(evidence, () => meanInterval(returns, evidence.nEffective)),
    baseRate: ifEnoughEvidence(evidence, () => baseWinRate(calls, windows)),
  }
}

function baseWinRate(calls: readonly CallWithOutcome[], windows: readonly CallWithOutcome[]): number | null {
  const market = marketOf(windows)
  return mean(
    calls.flatMap(({ facts, side }) => {
      const coin = market.get(facts.coin)
      return coin === undefined ? [] : [side === 1 ? coin.riseShare : coin.fallShare]
    }),
  )
}
