import type { QuestionKind } from "@/lib/domain/prediction/market-question"
import { effectiveN } from "@/lib/domain/statistics/effective-n"
import { type Bounds, meanInterval } from "@/lib/domain/statistics/interval"
import { mean } from "@/lib/domain/statistics/moments"
import { brierScore } from "@/lib/domain/statistics/scoring"
import { DAY_MS } from "@/lib/domain/utc-day"
import { type Evidence, ifEnoughEvidence, statusOf } from "./evidence"
import type { QuestionOutcome } from "./question-outcome"
import type { SealedFacts } from "./sealed-signal"

/** Mean Brier score of one side: each call counts once, however many questions it has. Lower is better. */
export type OddsScore = { readonly brier: number | null; readonly brierInterval: Bounds | null }

/**
 * Our odds against a prediction market's prices of the same questions. `n`: questions. The difference is market less forecast:
 * above 0, our odds were better.
 */
export type OddsComparison = Evidence & {
  readonly calls: number
  readonly forecast: OddsScore
  readonly market: OddsScore
  readonly difference: number | null
  readonly differenceInterval: Bounds | null
  /** `undecided`: the interval has 0 in it. `null`: too few calls. */
  readonly better: "forecast" | "market" | "undecided" | null
}

/** Questions without a result are left out. */
export function compareOdds(
  calls: readonly SealedFacts[],
  outcomes: readonly QuestionOutcome[],
  kind: QuestionKind,
): OddsComparison {
  const results = new Map(outcomes.map(({ id, ticker, isYes }) => [`${id} ${ticker}`, isYes]))
  const judged = calls.flatMap(({ id, coin, decisionTimeMs, markets }) => {
    const questions = (markets?.questions ?? []).flatMap((question) => {
      const happened = results.get(`${id} ${question.ticker}`)
      return question.kind !== kind || happened === undefined ? [] : [{ ...question, happened }]
    })
    const score = (side: "forecast" | "market") =>
      brierScore(questions.map(({ happened, [side]: probability }) => ({ probability, happened })))
    const [forecast, market] = [score("forecast"), score("market")]
    if (forecast === null || market === null) return []
    const spanMs = mean(questions.map(({ untilMs }) => untilMs - decisionTimeMs)) ?? DAY_MS
    return [{ coin, forecast, market, spanMs, questions: questions.length }]
  })
  const nEffective = effectiveN({
    n: judged.length,
    coins: new Set(judged.map(({ coin }) => coin)).size,
    spacingMs: DAY_MS,
    horizonMs: mean(judged.map(({ spanMs }) => spanMs)) ?? DAY_MS,
  })
  const n = judged.reduce((sum, { questions }) => sum + questions, 0)
  const evidence = { n, nEffective, status: statusOf(nEffective) }
  const meanOf = (values: readonly number[]) => ifEnoughEvidence(evidence, () => mean(values))
  const intervalOf = (values: readonly number[]) => ifEnoughEvidence(evidence, () => meanInterval(values, nEffective))
  const scoreOf = (values: readonly number[]) => ({ brier: meanOf(values), brierInterval: intervalOf(values) })
  const differences = judged.map(({ forecast, market }) => market - forecast)
  const differenceInterval = intervalOf(differences)
  return {
    ...evidence,
    calls: judged.length,
    forecast: scoreOf(judged.map(({ forecast }) => forecast)),
    market: scoreOf(judged.map(({ market }) => market)),
    difference: meanOf(differences),
    differenceInterval,
    better: differenceInterval && betterBy(differenceInterval),
  }
}

function betterBy({ low, high }: Bounds): "forecast" | "market" | "undecided" {
  if (low > 0) return "forecast"
  return high < 0 ? "market" : "undecided"
}
