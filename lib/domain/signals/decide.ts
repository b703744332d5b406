import { type Direction, directionOf, directionsNear, guarded, sideOf, weakened } from "./direction"
import { parameters } from "./parameters"
import { confidenceOf, type Flag } from "./probability"

/** What a class is decided from; `previous` is that of the 4h close before. */
export type Evidence = {
  readonly score: number
  readonly flags: readonly Flag[]
  readonly pUp24h: number
  readonly previous: Direction | null
}

/**
 * The class of a vote. The one before is kept while a slightly other score, or the bar for the way back, would give it as well: at six
 * closes a day the side changes about once in ten days.
 */
export function decide(evidence: Evidence): Direction {
  const { score, previous } = evidence
  const { downgradeBelow, upgradeFrom } = parameters
  const isKept = directionsNear(score).some((voted) =>
    [downgradeBelow, upgradeFrom].some((least) => checked(voted, evidence, least) === previous),
  )
  return previous !== null && isKept ? previous : checked(directionOf(score), evidence, downgradeBelow)
}

/** What is voted, less where the market is stretched or the side is less likely than `least`. */
function checked(voted: Direction, { flags, pUp24h }: Evidence, least: number): Direction {
  const direction = flags.includes("stretched") ? guarded(voted) : voted
  const side = sideOf(direction)
  const likely = side === 0 || confidenceOf(pUp24h, side) >= least
  return likely ? direction : weakened(direction)
}
