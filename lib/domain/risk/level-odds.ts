import { COST_PER_SIDE_RATIO } from "@/lib/domain/track-record/outcome"
import { logDistance } from "@/lib/domain/volatility/distance"
import { sigmaFor, type VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { forecastModel } from "@/lib/domain/volatility/forecast-model"
import { touchOdds, type TouchOdds, touchProbability } from "@/lib/domain/volatility/touch"
import { type BarrierParams, stopFirstShare, targetBeforeStop } from "./barrier-odds"
import type { Levels } from "./levels"

export type LevelOdds = {
  /** The stop is hit, whatever the targets do. */
  readonly stop: TouchOdds & { readonly within3d: number; readonly within14d: number }
  /** In the order of the plan's targets. */
  readonly targets: readonly TargetOdds[]
}

export type TargetOdds = TouchOdds & {
  /** Hit within the horizon with the stop untouched. */
  readonly beforeStop: { readonly "3d": number; readonly "7d": number; readonly "14d": number }
  /** The stop is hit within 14 days, before the target. The remaining plans reach neither level. */
  readonly stopFirst14d: number
  /** Mean result, in R, of plans that reach neither level within 14 days. */
  readonly neitherR14d: number
  /** Mean result of the plan in R, after costs: exactly the costs are lost. */
  readonly expectedR: number
  /** Probability of the target before the stop at which the plan earns nothing after costs. */
  readonly breakEven14d: number
}

type Plan = Pick<Levels, "entry" | "stop" | "targets">

const HORIZON_HOURS = { "3d": 72, "7d": 168, "14d": 336 } as const

/**
 * Odds of a plan's stop and targets. A long and a short at the same log distances have the same odds.
 *
 * Distances are measured in units of the forecast: of 7 days, and of 3 days for the 3-day horizon. Touch odds and target
 * frequencies are fitted separately. Where they contradict each other the smaller event is limited by the larger one.
 *
 * A price without drift returns nothing on average, wherever a plan ends (optional stopping). This gives the mean result of
 * plans that reach neither level, and every target returns minus its costs.
 *
 * @param costRatio all costs as a fraction of the position
 */
export function oddsOf(
  { entry, stop, targets }: Plan,
  volatility: VolatilityForecast,
  costRatio = 2 * COST_PER_SIDE_RATIO,
): LevelOdds {
  const { usualSigmaPerAtr, targets: table } = volatility.model ?? forecastModel
  const sigma = (horizon: BarrierParams["horizon"]) => sigmaFor(volatility, HORIZON_HOURS[horizon])
  const week = sigma("7d") / usualSigmaPerAtr["7d"]
  // The table of 14 days is in units of the week's forecast too.
  const { elapsedHours, ...whole } = volatility
  const share14d = elapsedHours === undefined ? 1 : sigma("14d") / sigmaFor(whole, HORIZON_HOURS["14d"])
  const units = {
    "3d": sigma("3d") / usualSigmaPerAtr["3d"],
    "7d": week,
    "14d": elapsedHours === undefined ? week : (share14d * whole.sigma7d) / usualSigmaPerAtr["7d"],
  }
  const usualAtr = (level: number, horizon: BarrierParams["horizon"]) => logDistance(level, entry) / units[horizon]
  const touched = (level: number, horizon: BarrierParams["horizon"]) =>
    touchProbability(level, entry, volatility, HORIZON_HOURS[horizon])
  const within14d = touched(stop, "14d")
  const costsR = Math.max(0, costRatio) / Math.abs(stop / entry - 1)
  return {
    stop: { ...touchOdds(stop, entry, volatility), within3d: touched(stop, "3d"), within14d },
    targets: targets.map((target) => {
      const multiple = Math.abs(target - entry) / Math.abs(stop - entry)
      const reached = touchOdds(target, entry, volatility)
      const first = (horizon: BarrierParams["horizon"], reach: number) =>
        Math.min(
          1 / (1 + multiple),
          reach,
          targetBeforeStop({ horizon, stopAtr: usualAtr(stop, horizon), table }, usualAtr(target, horizon)),
        )
      const within7d = first("7d", reached.within7d)
      const within3d = Math.min(within7d, first("3d", touched(target, "3d")))
      const targetFirst = Math.max(within7d, first("14d", touched(target, "14d")))
      const share = stopFirstShare(usualAtr(target, "14d"), table)
      const stopFirst14d = Math.min(multiple / (1 + multiple), within14d * share)
      const neither = 1 - targetFirst - stopFirst14d
      return {
        ...reached,
        beforeStop: { "3d": within3d, "7d": within7d, "14d": targetFirst },
        stopFirst14d,
        neitherR14d: neither > 0 ? (stopFirst14d - multiple * targetFirst) / neither : 0,
        expectedR: -costsR,
        breakEven14d: Math.min(1, targetFirst + costsR / multiple),
      }
    }),
  }
}
