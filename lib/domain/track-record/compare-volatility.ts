import { type Bounds, meanInterval, wilsonInterval } from "@/lib/domain/statistics/interval"
import { mean } from "@/lib/domain/statistics/moments"
import { intervalScore } from "@/lib/domain/statistics/scoring"
import { type Evidence, evidenceOf, ifEnoughEvidence } from "./evidence"
import type { CallWithOutcome, Horizon } from "./outcome"
import { RANGE_LEVEL } from "./range-coverage"
import type { SealedFacts } from "./sealed-signal"

/** How one side's ranges and variances did. Lower scores are better. */
export type VolatilityScore = {
  /** Share of the closes in the 80% range. */
  readonly coverage: number | null
  readonly coverageInterval: Bounds | null
  /** Mean interval score in fractions of the price. */
  readonly intervalScore: number | null
  /** Mean of ln σ² + r²/σ², the quasi-likelihood of the log return. @see Patton 2011, doi:10.1016/j.jeconom.2010.03.034 */
  readonly qlike: number | null
}

/** Our forecast against options on the same calls. Differences are options less forecast: above 0, our forecast was better. */
export type VolatilityComparison = Evidence & {
  readonly forecast: VolatilityScore
  readonly options: VolatilityScore
  readonly intervalScoreDifference: number | null
  readonly intervalScoreDifferenceInterval: Bounds | null
  readonly qlikeDifference: number | null
  readonly qlikeDifferenceInterval: Bounds | null
  /** By QLIKE. `undecided`: its interval has 0 in it. `null`: too few calls. */
  readonly better: "forecast" | "options" | "undecided" | null
}

type Stated = { readonly sigma: number; readonly range: Bounds }
type Judged = { readonly isInside: boolean; readonly score: number; readonly qlike: number }

/** Calls whose record has no figures of options are left out of `n`. */
export function compareVolatility(calls: readonly CallWithOutcome[], horizon: Horizon): VolatilityComparison {
  const compared = calls.filter(({ facts }) => statedBy(facts, horizon) !== null)
  const evidence = evidenceOf(compared, horizon)
  const judged = compared.flatMap((call) => {
    const stated = statedBy(call.facts, horizon)
    return stated === null ? [] : [{ forecast: judge(call, stated.forecast), options: judge(call, stated.options) }]
  })
  const difference = (name: "score" | "qlike") => judged.map(({ forecast, options }) => options[name] - forecast[name])
  const meanOf = (values: readonly number[]) => ifEnoughEvidence(evidence, () => mean(values))
  const intervalOf = (values: readonly number[]) =>
    ifEnoughEvidence(evidence, () => meanInterval(values, evidence.nEffective))
  const scoreOf = (side: readonly Judged[]): VolatilityScore => {
    const coverage = meanOf(side.map(({ isInside }) => Number(isInside)))
    return {
      coverage,
      coverageInterval: coverage === null ? null : wilsonInterval(coverage, evidence.nEffective),
      intervalScore: meanOf(side.map(({ score }) => score)),
      qlike: meanOf(side.map(({ qlike }) => qlike)),
    }
  }
  const qlikeDifferenceInterval = intervalOf(difference("qlike"))
  return {
    ...evidence,
    forecast: scoreOf(judged.map(({ forecast }) => forecast)),
    options: scoreOf(judged.map(({ options }) => options)),
    intervalScoreDifference: meanOf(difference("score")),
    intervalScoreDifferenceInterval: intervalOf(difference("score")),
    qlikeDifference: meanOf(difference("qlike")),
    qlikeDifferenceInterval,
    better: qlikeDifferenceInterval && betterBy(qlikeDifferenceInterval),
  }
}

function statedBy(
  { compared, ranges }: Pick<SealedFacts, "compared" | "ranges">,
  horizon: Horizon,
): { readonly forecast: Stated; readonly options: Stated } | null {
  if (compared === undefined || ranges === null) return null
  const { forecast, options } = compared
  return horizon === "24h"
    ? {
        forecast: { sigma: forecast.sigma24h, range: ranges.day },
        options: { sigma: options.sigma24h, range: options.day },
      }
    : {
        forecast: { sigma: forecast.sigma7d, range: ranges.week },
        options: { sigma: options.sigma7d, range: options.week },
      }
}

/** Ranges belong to the sealed price; the outcome is the move, so that a change of provider shifts neither end. */
function judge({ facts, measured }: CallWithOutcome, { sigma, range }: Stated): Judged {
  const outcome = measured.exitPriceUsd / measured.entryPriceUsd
  const relative = { low: range.low / facts.priceUsd, high: range.high / facts.priceUsd }
  return {
    isInside: relative.low <= outcome && outcome <= relative.high,
    score: intervalScore(relative, outcome, RANGE_LEVEL),
    qlike: Math.log(sigma ** 2) + Math.log(outcome) ** 2 / sigma ** 2,
  }
}

function betterBy({ low, high }: Bounds): "forecast" | "options" | "undecided" {
  if (low > 0) return "forecast"
  return high < 0 ? "options" : "undecided"
}
