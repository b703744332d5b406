import { groupBy } from "@/lib/domain/group-by"
import { effectiveN } from "@/lib/domain/statistics/effective-n"
import { type Bounds, meanInterval } from "@/lib/domain/statistics/interval"
import { mean } from "@/lib/domain/statistics/moments"
import { baseRate, brierScore, brierSkill, type Forecast } from "@/lib/domain/statistics/scoring"
import { DAY_MS } from "@/lib/domain/utc-day"
import { type Evidence, ifEnoughEvidence, statusOf } from "./evidence"
import { type CallWithOutcome, type Horizon, horizonMs, type MeasuredOutcome } from "./outcome"
import type { SealedFacts } from "./sealed-signal"
import type { TouchLevel } from "./touch-levels"

/**
 * Whether the price touched a level; `null` where the outcome has no highest and lowest price. Levels belong to the sealed price,
 * so that a provider of candles which is not that of the price is read in the proportion of the two.
 */
export function wasTouched(
  { priceUsd }: Pick<SealedFacts, "priceUsd">,
  { side, levelUsd }: Pick<TouchLevel, "side" | "levelUsd">,
  { entryPriceUsd, highUsd, lowUsd }: Pick<MeasuredOutcome, "entryPriceUsd" | "highUsd" | "lowUsd">,
): boolean | null {
  if (highUsd === undefined || lowUsd === undefined) return null
  const level = levelUsd / priceUsd
  return side === "above" ? highUsd / entryPriceUsd >= level : lowUsd / entryPriceUsd <= level
}

/** How the sealed touch odds did. `n`: calls; each has the same number of levels. */
export type TouchScore = Evidence & {
  /** Calls with sealed odds that are left out, because their outcome has no highest or no lowest price. */
  readonly withoutExtremes: number
  readonly levels: number
  readonly touched: number
  readonly brier: number | null
  readonly brierInterval: Bounds | null
  /** Against the share of levels that were touched, which nobody knew before. */
  readonly skill: number | null
  /** The Brier score of stating for each level (side and distance) the share of these calls that touched it. */
  readonly brierOfShares: number | null
  /** The score of the shares less ours, of each call: above 0, our odds were better. */
  readonly differenceInterval: Bounds | null
}

type LevelForecast = Forecast & Pick<TouchLevel, "side" | "sigmas">

/** Calls without sealed touch odds, or whose outcome has no highest and lowest price, are left out; the latter are counted. */
export function touchScoreOf(calls: readonly CallWithOutcome[], horizon: Horizon): TouchScore {
  const judged = calls.flatMap((call) => {
    const forecasts = touchForecasts(call, horizon)
    return forecasts.length === 0 ? [] : [{ call, forecasts }]
  })
  const asked = calls.filter(({ facts }) => (facts.touch?.[horizon] ?? []).length > 0)
  const all = judged.flatMap(({ forecasts }) => forecasts)
  const coins = new Set(judged.map(({ call }) => call.facts.coin)).size
  const spacing = { spacingMs: DAY_MS, horizonMs: horizonMs[horizon] }
  const nEffective = effectiveN({ n: judged.length, coins, ...spacing })
  const evidence = { n: judged.length, nEffective, status: statusOf(nEffective) }
  const shares = new Map(groupBy(all, placeOf).map((same) => [placeOf(same[0]), baseRate(same) ?? 0]))
  const byShares = (forecasts: readonly LevelForecast[]) =>
    forecasts.map((forecast) => ({ ...forecast, probability: shares.get(placeOf(forecast)) ?? 0 }))
  const scores = judged.map(({ forecasts }) => brierScore(forecasts) ?? 0)
  const ofShares = judged.map(({ forecasts }) => brierScore(byShares(forecasts)) ?? 0)
  const differences = ofShares.map((score, index) => score - (scores[index] ?? 0))
  const intervalOf = (values: readonly number[]) => ifEnoughEvidence(evidence, () => meanInterval(values, nEffective))
  return {
    ...evidence,
    withoutExtremes: asked.length - judged.length,
    levels: all.length,
    touched: all.filter(({ happened }) => happened).length,
    brier: ifEnoughEvidence(evidence, () => mean(scores)),
    brierInterval: intervalOf(scores),
    skill: ifEnoughEvidence(evidence, () => brierSkill(all)),
    brierOfShares: ifEnoughEvidence(evidence, () => mean(ofShares)),
    differenceInterval: intervalOf(differences),
  }
}

function placeOf({ side, sigmas }: Pick<TouchLevel, "side" | "sigmas">): string {
  return `${side} ${sigmas}`
}

function touchForecasts({ facts, measured }: CallWithOutcome, horizon: Horizon): readonly LevelForecast[] {
  return (facts.touch?.[horizon] ?? []).flatMap((level) => {
    const happened = wasTouched(facts, level, measured)
    return happened === null ? [] : [{ side: level.side, sigmas: level.sigmas, probability: level.odds, happened }]
  })
}
