import { type Direction, directionAt, DIRECTIONS, capShort, downgrade, sideOf } from "./direction"
import { parameters } from "./parameters"
import { confidenceOf, type Flag } from "./probability"

const { lean, plain, strong, deadBand } = parameters.classes

/** The inputs that decide a class. `previous` is the class of the 4h close before. */
export type Evidence = {
  readonly score: number
  readonly flags: readonly Flag[]
  readonly pUp24h: number
  readonly previous: Direction | null
}

/**
 * The class of a vote.
 *
 * The previous class is kept while a score within the dead band, or the bar for an upgrade, would also give it. With six
 * closes a day the side changes about once in ten days.
 */
export function decide(evidence: Evidence): Direction {
  const { score, previous } = evidence
  const { downgradeBelow, upgradeFrom } = parameters
  const isKept = directionsNear(score).some((voted) =>
    [downgradeBelow, upgradeFrom].some((minProbability) => adjusted(voted, evidence, minProbability) === previous),
  )
  return previous !== null && isKept ? previous : adjusted(directionOf(score), evidence, downgradeBelow)
}

/** The class of a score. */
export function directionOf(score: number): Direction {
  const size = Math.abs(score)
  return directionAt(score > 0 ? 1 : -1, size >= strong ? 3 : size >= plain ? 2 : size >= lean ? 1 : 0)
}

/** Every class that a score within the dead band has. */
export function directionsNear(score: number): readonly Direction[] {
  const [highest, lowest] = [directionOf(score + deadBand), directionOf(score - deadBand)]
  return DIRECTIONS.slice(DIRECTIONS.indexOf(highest), DIRECTIONS.indexOf(lowest) + 1)
}

/** The voted class, weaker where the market is overextended or the side is less likely than `minProbability`. */
function adjusted(voted: Direction, { flags, pUp24h }: Evidence, minProbability: number): Direction {
  const direction = flags.includes("stretched") ? capShort(voted) : voted
  const side = sideOf(direction)
  const isLikely = side === 0 || confidenceOf(pUp24h, side) >= minProbability
  return isLikely ? direction : downgrade(direction)
}
