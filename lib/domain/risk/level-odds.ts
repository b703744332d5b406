import type { VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { forecastModel } from "@/lib/domain/volatility/forecast-model"
import { touchOdds, type TouchOdds } from "@/lib/domain/volatility/touch"
import { type BarrierParams, stopFirstShare, stopHit, targetBeforeStop } from "./barrier-odds"
import { breakEven } from "./break-even"
import type { Levels } from "./levels"

export type LevelOdds = {
  /** The stop is hit, whatever the targets do. Within 24h and 7d these are touch odds. */
  readonly stop: TouchOdds & { readonly within3d: number; readonly within14d: number }
  /** In the order of the plan's targets. */
  readonly targets: readonly TargetOdds[]
}

export type TargetOdds = TouchOdds & {
  /** Hit within the horizon with the stop untouched. */
  readonly beforeStop: { readonly "3d": number; readonly "7d": number; readonly "14d": number }
  /** The stop is hit within 14 days, before the target. The remaining plans reach neither level. */
  readonly stopFirst14d: number
  /** Probability of the target before the stop at which the plan earns nothing after costs. */
  readonly breakEven14d: number
}

type Plan = Pick<Levels, "entry" | "stop" | "targets">

/**
 * Odds of a plan's stop and targets.
 *
 * Distances are measured in units of the forecast: of 7 days, and of 3 days for the 3-day horizon. Touch odds and target
 * frequencies are fitted separately. Where they contradict each other the smaller event is limited by the larger one.
 */
export function oddsOf({ entry, stop, targets }: Plan, volatility: VolatilityForecast): LevelOdds {
  const { usualSigmaPerAtr, targets: table } = volatility.model ?? forecastModel
  const week = volatility.sigma7d / usualSigmaPerAtr["7d"]
  const threeDays = volatility.sigma3d / usualSigmaPerAtr["3d"]
  const usualAtr = (level: number, horizon: BarrierParams["horizon"]) =>
    Math.abs(level / entry - 1) / (horizon === "3d" ? threeDays : week)
  const at = (horizon: BarrierParams["horizon"]) => ({ horizon, stopAtr: usualAtr(stop, horizon), table })
  const touched = touchOdds(stop, entry, volatility)
  const within3d = Math.min(touched.within7d, Math.max(touched.within24h, stopHit(at("3d"))))
  const within14d = Math.max(touched.within7d, stopHit(at("14d")))
  return {
    stop: { ...touched, within3d, within14d },
    targets: targets.map((target) => {
      const reached = touchOdds(target, entry, volatility)
      const first = (horizon: BarrierParams["horizon"]) => targetBeforeStop(at(horizon), usualAtr(target, horizon))
      const within7d = Math.min(reached.within7d, first("7d"))
      const beforeStop = { "3d": Math.min(within7d, first("3d")), "7d": within7d, "14d": first("14d") }
      const comesFirst = stopFirstShare(usualAtr(target, "14d"), table)
      const stopFirst14d = Math.min(1 - beforeStop["14d"], within14d * comesFirst)
      const breakEven14d = breakEven({
        multiple: Math.abs(target - entry) / Math.abs(stop - entry),
        stopAtr: usualAtr(stop, "14d"),
        stopRatio: Math.abs(stop / entry - 1),
        targetFirst: beforeStop["14d"],
        stopFirst: stopFirst14d,
        table,
      })
      return { ...reached, beforeStop, stopFirst14d, breakEven14d }
    }),
  }
}
