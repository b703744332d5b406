import { round } from "@/lib/domain/round"
import { effectiveN } from "@/lib/domain/statistics/effective-n"
import { type Forecast, brierScore, brierSkill } from "@/lib/domain/statistics/scoring"
import { DAY_MS } from "@/lib/domain/utc-day"
import { sigmaFor, type VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { touchProbability } from "@/lib/domain/volatility/touch"
import { type Evidence, ifEnoughEvidence, statusOf } from "./evidence"
import { type CallWithOutcome, type Horizon, HORIZONS, horizonMs, type MeasuredOutcome } from "./outcome"
import type { SealedFacts } from "./sealed-signal"

/** A level, and the probability that was stated for a touch of it within the horizon. */
export type TouchLevel = {
  readonly side: "above" | "below"
  /** Distance in standard deviations of the horizon. */
  readonly sigmas: number
  readonly levelUsd: number
  readonly odds: number
}

/** Touch odds at one close, of the same levels for everybody: nobody can choose those that were met. */
export type SealedTouch = { readonly version: string } & Readonly<Record<Horizon, readonly TouchLevel[]>>

/** Which levels are sealed, and how. Their odds are those of the method's forecast. */
export const TOUCH_VERSION = "touch-1"
export const TOUCH_SIDES = ["above", "below"] as const
export const TOUCH_SIGMAS = [0.5, 1, 2] as const

/** True of the closes at which touch odds and the regime are sealed: 00:00 UTC. */
export function isDailyClose(closeMs: number): boolean {
  return closeMs % DAY_MS === 0
}

export function sealedTouch(priceUsd: number, volatility: VolatilityForecast): SealedTouch {
  const levels = (horizon: Horizon) => {
    const hours = horizonMs[horizon] / 3_600_000
    const sigma = sigmaFor(volatility, hours)
    return TOUCH_SIDES.flatMap((side) =>
      TOUCH_SIGMAS.map((sigmas) => {
        const move = (side === "above" ? 1 : -1) * sigmas * sigma
        const levelUsd = round(priceUsd * Math.exp(move), 2)
        return { side, sigmas, levelUsd, odds: round(touchProbability(levelUsd, priceUsd, volatility, hours), 6) }
      }),
    )
  }
  const [day, week] = HORIZONS.map(levels)
  return { version: TOUCH_VERSION, "24h": day ?? [], "7d": week ?? [] }
}

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
  readonly levels: number
  readonly touched: number
  readonly brier: number | null
  /** Against the share of levels that were touched, which nobody knew before. */
  readonly skill: number | null
}

/** Calls without sealed touch odds, or whose outcome has no highest and lowest price, are left out. */
export function touchScoreOf(calls: readonly CallWithOutcome[], horizon: Horizon): TouchScore {
  const judged = calls.flatMap((call) => {
    const forecasts = touchForecasts(call, horizon)
    return forecasts.length === 0 ? [] : [{ call, forecasts }]
  })
  const all = judged.flatMap(({ forecasts }) => forecasts)
  const coins = new Set(judged.map(({ call }) => call.facts.coin)).size
  const spacing = { spacingMs: DAY_MS, horizonMs: horizonMs[horizon] }
  const nEffective = effectiveN({ n: judged.length, coins, ...spacing })
  const evidence = { n: judged.length, nEffective, status: statusOf(nEffective) }
  return {
    ...evidence,
    levels: all.length,
    touched: all.filter(({ happened }) => happened).length,
    brier: ifEnoughEvidence(evidence, () => brierScore(all)),
    skill: ifEnoughEvidence(evidence, () => brierSkill(all)),
  }
}

function touchForecasts({ facts, measured }: CallWithOutcome, horizon: Horizon): readonly Forecast[] {
  return (facts.touch?.[horizon] ?? []).flatMap((level) => {
    const happened = wasTouched(facts, level, measured)
    return happened === null ? [] : [{ probability: level.odds, happened }]
  })
}
