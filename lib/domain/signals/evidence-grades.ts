/**
 * What measured history says about the votes of a reading. `held`: better than blind votes before and after the date of the fit.
 * `held_before_fit_uncorrected`: so before that date, but not after correction for the number of tests.
 */
export const EVIDENCE_GRADES = [
  "held",
  "held_before_fit_only",
  "held_before_fit_uncorrected",
  "held_since_fit_only",
  "not_significant",
  "untested",
] as const

export type EvidenceGrade = (typeof EVIDENCE_GRADES)[number]
