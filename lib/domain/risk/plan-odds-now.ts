import { firstTouchOf, remainingVolatility, type SinceClose, touchOddsNow } from "@/lib/domain/volatility/remaining"
import type { TouchOdds } from "@/lib/domain/volatility/touch"
import { type LevelOdds, oddsOf, type TargetOdds } from "./level-odds"
import type { Levels } from "./levels"

type Now<Odds> = Odds & { readonly wasTouched: boolean }

/** Odds of a plan's stop and targets from the price of now. */
export type PlanOddsNow = {
  readonly stop: Now<LevelOdds["stop"]>
  readonly targets: readonly Now<TouchOdds & Pick<TargetOdds, "beforeStop">>[]
}

/**
 * Odds of a sealed plan from the price of now until its horizons end. A level that was touched since the close is reached, and
 * after the stop no target comes before it any more. Both in one hour count as the stop, as in the fit.
 */
export function planOddsNow({ stop, targets }: Pick<Levels, "stop" | "targets">, since: SinceClose): PlanOddsNow {
  const odds = oddsOf({ entry: since.nowUsd, stop, targets }, remainingVolatility(since.volatility, since.elapsedMs))
  const stoppedAt = firstTouchOf(stop, since)
  const isStopped = stoppedAt < Number.POSITIVE_INFINITY
  return {
    stop: isStopped
      ? { wasTouched: true, within24h: 1, within3d: 1, within7d: 1, within14d: 1 }
      : { ...odds.stop, wasTouched: false },
    targets: targets.map((target, index) => {
      const touched = touchOddsNow(target, since)
      const known = firstTouchOf(target, since) < stoppedAt ? 1 : 0
      const beforeStop = isStopped || touched.wasTouched ? undefined : odds.targets[index]?.beforeStop
      return { ...touched, beforeStop: beforeStop ?? { "3d": known, "7d": known, "14d": known } }
    }),
  }
}
