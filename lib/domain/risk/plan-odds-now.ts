import { DAY_MS } from "@/lib/domain/utc-day"
import {
  hasPassed,
  remainingShare,
  remainingVolatility,
  type SinceClose,
  touchOddsNow,
} from "@/lib/domain/volatility/remaining"
import { type LevelOdds, oddsOf, type TargetOdds } from "./level-odds"
import type { Levels } from "./levels"

type Now<Odds> = Odds & { readonly hasPassed: boolean }

/** Odds of a plan's stop and targets from the price of now. */
export type PlanOddsNow = {
  readonly stop: Now<LevelOdds["stop"]>
  readonly targets: readonly Now<Omit<TargetOdds, "stopFirst14d" | "breakEven14d">>[]
}

/**
 * Odds of a sealed plan from the price of now until its horizons end. A level that the price has passed is reached; with the
 * stop passed, no other target comes before the stop any more.
 */
export function planOddsNow({ stop, targets }: Pick<Levels, "stop" | "targets">, since: SinceClose): PlanOddsNow {
  const plan = { entry: since.nowUsd, stop, targets }
  const remaining = remainingVolatility(since.volatility, since.elapsedMs)
  const odds = oddsOf(plan, remaining)
  // The odds of 14 days are measured in units of the week's forecast, of which 14 days have used a smaller share.
  const share14d = remainingShare(14 * DAY_MS, since.elapsedMs)
  const twoWeeks = oddsOf(plan, { ...remaining, sigma7d: since.volatility.sigma7d * share14d })
  const isStopped = hasPassed(stop, since)
  return {
    stop: isStopped
      ? { hasPassed: true, within24h: 1, within3d: 1, within7d: 1, within14d: 1 }
      : { ...odds.stop, within14d: Math.max(odds.stop.within7d, twoWeeks.stop.within14d), hasPassed: false },
    targets: targets.map((target, index) => {
      const touched = touchOddsNow(target, since)
      if (touched.hasPassed || isStopped) {
        const known = touched.hasPassed ? 1 : 0
        return { ...touched, beforeStop: { "3d": known, "7d": known, "14d": known } }
      }
      const { "3d": in3d = 0, "7d": in7d = 0 } = odds.targets[index]?.beforeStop ?? {}
      const in14d = Math.max(in7d, twoWeeks.targets[index]?.beforeStop["14d"] ?? 0)
      return { ...touched, beforeStop: { "3d": in3d, "7d": in7d, "14d": in14d } }
    }),
  }
}
