import type { Bounds } from "@/lib/domain/statistics/interval"
import { wilsonInterval } from "@/lib/domain/statistics/interval"
import { calibrationError, type ReliabilityBin, reliabilityTable } from "@/lib/domain/statistics/reliability"
import { baseRate, brierScore, brierSkill, logLoss } from "@/lib/domain/statistics/scoring"
import { type Evidence, evidenceOf, ifEnoughEvidence } from "./evidence"
import type { Horizon, CallWithOutcome } from "./outcome"

/** How well the stated P(up in 24 h) held, over all measured calls, neutral ones included. */
export type Calibration = Evidence & {
  readonly brier: number | null
  /** The Brier score of always stating the base rate of these windows, which is known only afterwards. */
  readonly brierBase: number | null
  readonly brierSkill: number | null
  readonly logLoss: number | null
  readonly calibrationError: number | null
  readonly bins: readonly (ReliabilityBin & { readonly nEffective: number; readonly interval: Bounds | null })[]
}

/** `null` for a horizon for which no probability is stated. */
export function calibrationOf(calls: readonly CallWithOutcome[], horizon: Horizon): Calibration | null {
  if (horizon !== "24h") return null
  const evidence = evidenceOf(calls, horizon)
  const forecasts = calls.map(({ facts, marketReturn }) => ({
    probability: facts.pUp24h,
    happened: marketReturn > 0,
  }))
  const base = baseRate(forecasts)
  const perCall = evidence.n === 0 ? 0 : evidence.nEffective / evidence.n
  return {
    ...evidence,
    brier: ifEnoughEvidence(evidence, () => brierScore(forecasts)),
    brierBase: ifEnoughEvidence(evidence, () => (base === null ? null : base * (1 - base))),
    brierSkill: ifEnoughEvidence(evidence, () => brierSkill(forecasts)),
    logLoss: ifEnoughEvidence(evidence, () => logLoss(forecasts)),
    calibrationError: ifEnoughEvidence(evidence, () => calibrationError(forecasts)),
    bins:
      ifEnoughEvidence(evidence, () =>
        reliabilityTable(forecasts).map((bin) => ({
          ...bin,
          nEffective: bin.n * perCall,
          interval: wilsonInterval(bin.observedRate, bin.n * perCall),
        })),
      ) ?? [],
  }
}
