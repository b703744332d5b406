import type { EvidenceGrade } from "./evidence-grades"
import measured from "./measured-evidence.json" with { type: "json" }

/** The timing of one reading's votes in one period, as `npm run evidence` measured it. */
export type MeasuredTiming = {
  /** First decision, and end of the last window. */
  readonly from: string
  readonly to: string
  /** Votes long or short. */
  readonly n: number
  readonly hitRate: number
  readonly meanReturnPct: number
  /** Mean return on the side of the vote less what blind votes on the same sides of the same coins earned, percent. */
  readonly timingPct: number
  /** 95%, stationary bootstrap over days. */
  readonly interval: readonly number[]
  /** Two-sided, corrected for all tests of the study (Holm). */
  readonly pHolm: number
  /** Better than blind at 5% after the correction. */
  readonly isSignificant: boolean
}

type MeasuredReading = {
  readonly horizonHours: number
  /** `null`: no history, or fewer votes than are measured. */
  readonly before: MeasuredTiming | null
  readonly since: MeasuredTiming | null
}

/** The result of `npm run evidence`. */
export type MeasuredEvidence = {
  /** The date of the fit: windows before it end by this day, windows since begin there. */
  readonly fitUntil: string
  readonly coins: readonly string[]
  readonly bootstrap: { readonly meanBlockDays: number; readonly reps: number; readonly seed: number }
  /** The number of tests that the correction counts. */
  readonly tests: number
  readonly readings: Readonly<Record<string, MeasuredReading>>
}

/** The only source of what answers, screens and documents say about a reading's history. */
export const measuredEvidence: MeasuredEvidence = measured

/** The grade of a reading by its id, such as `technical.rsi_14`. */
export function evidenceGradeOf(id: string, { readings }: MeasuredEvidence = measuredEvidence): EvidenceGrade {
  const { before = null, since = null } = readings[id] ?? {}
  if (before === null && since === null) return "untested"
  if (since?.isSignificant) return before?.isSignificant ? "held" : "held_since_fit_only"
  if (before?.isSignificant) return "held_before_fit_only"
  return (before?.interval[0] ?? 0) > 0 ? "held_before_fit_uncorrected" : "not_significant"
}

/** The grade in words. */
export function evidenceTextOf(id: string, evidence: MeasuredEvidence = measuredEvidence): string {
  const year = evidence.fitUntil.slice(0, 4)
  const texts: Readonly<Record<EvidenceGrade, string>> = {
    held: `held to ${year} and since`,
    held_before_fit_only: `held to ${year}, not since`,
    held_before_fit_uncorrected: `held to ${year} before correction for ${evidence.tests} tests, not since`,
    held_since_fit_only: `held since ${year}, not before`,
    not_significant: "not significant",
    untested: "untested",
  }
  return texts[evidenceGradeOf(id, evidence)]
}

/** The grade with the period and number of votes of the newest measurement. */
export function evidenceSentenceOf(id: string): string {
  const { before = null, since = null } = measuredEvidence.readings[id] ?? {}
  const newest = since ?? before
  const text = evidenceTextOf(id)
  return newest === null ? text : `${text}: ${newest.n} votes, ${newest.from} to ${newest.to}`
}
