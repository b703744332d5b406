import type { TokenMeasures } from "./token-score"

/** From 1,000 to 5,000,000,000 US dollars; the flag LOW_LIQUIDITY has one of these edges. */
const LIQUIDITY_EDGES = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9].flatMap((usd) => [usd, 2 * usd, 5 * usd])
/** An hour, a quarter of a day, a day, three days, a week, 30, 90 and 365 days. The flag NEW_PAIR has two of these edges. */
const AGE_EDGES = [1, 6, 24, 72, 168, 720, 2160, 8760]
const VOLUME_EDGES = [0.75, 1.5, 2.25, 3]
const BUY_SHARE_EDGES = [0.4, 0.45, 0.5, 0.55, 0.6, 0.65]

/** The largest difference of two neighbouring classes in a score, in points. */
export const CLASS_STEP_POINTS = 6

/**
 * The measures as the lower ends of wide classes, of the age also the upper end. What is computed from classes alone does not give the values
 * back, whatever is asked and however often.
 */
export function inClasses(exact: TokenMeasures): TokenMeasures {
  return {
    liquidityUsd: lowerEnd(exact.liquidityUsd, LIQUIDITY_EDGES),
    volumeRatio: lowerEnd(exact.volumeRatio, VOLUME_EDGES),
    isWashVolume: exact.isWashVolume,
    buyShare: lowerEnd(exact.buyShare, BUY_SHARE_EDGES),
    ageHours: lowerEnd(exact.ageHours, AGE_EDGES),
    maxAgeHours: upperEnd(exact.maxAgeHours, AGE_EDGES),
  }
}

function lowerEnd(value: number | null, edges: readonly number[]): number | null {
  return value === null ? null : (edges.findLast((edge) => edge <= value) ?? 0)
}

function upperEnd(value: number | null, edges: readonly number[]): number | null {
  return value === null ? null : (edges.find((edge) => edge > value) ?? Number.POSITIVE_INFINITY)
}
