import { DAY_MS } from "@/lib/domain/utc-day"
import type { YieldPool } from "./yield-pool"

/** Assumed where the provider gives no dispersion: more than most pools have. */
const UNKNOWN_SIGMA_PCT = 1

/** The lower of today's yield and its 30-day mean, percent: a spike is not an expectation. */
export function expectedApyPct({ apyPct, apyMean30dPct }: YieldPool): number {
  const apy = apyPct ?? 0
  return Math.min(apy, apyMean30dPct ?? apy)
}

export function sigmaPct({ apySigmaPct }: YieldPool): number {
  return apySigmaPct ?? UNKNOWN_SIGMA_PCT
}

/** Expected yield divided by one plus its dispersion, percent. */
export function riskAdjustedApyPct(pool: YieldPool): number {
  return expectedApyPct(pool) / (1 + sigmaPct(pool))
}

/** Share of the yield that is paid in reward tokens, percent; `null` when no part of the yield is known. */
export function rewardSharePct({ apyPct, apyBasePct, apyRewardPct }: YieldPool): number | null {
  if (apyPct === null || apyPct <= 0 || (apyBasePct === null && apyRewardPct === null)) return null
  return Math.min(100, Math.max(0, (100 * (apyRewardPct ?? 0)) / apyPct))
}

export type Stability = "STABLE" | "MIXED" | "VOLATILE"

/** Class of dispersion over mean: below 0.5, up to 2, above. `null` where either is unknown. */
export function stabilityOf({ apySigmaPct, apyMeanPct, apyMean30dPct }: YieldPool): Stability | null {
  const mean = apyMeanPct ?? apyMean30dPct
  if (apySigmaPct === null || mean === null || mean <= 0) return null
  const variation = apySigmaPct / mean
  if (variation < 0.5) return "STABLE"
  return variation <= 2 ? "MIXED" : "VOLATILE"
}

const MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ")

/** Days until the money can be had back, as the pool's note says: `7 days unstaking`, `26MAR2027`. `null`: not said. */
export function lockupDays({ poolMeta }: Pick<YieldPool, "poolMeta">, nowMs: number): number | null {
  const days = /(\d{1,4})[- ]?days?\b/i.exec(poolMeta ?? "")?.[1]
  if (days !== undefined) return Number(days)
  const date = /(\d{1,2})[- ]?([A-Za-z]{3})[- ]?(20\d\d)/.exec(poolMeta ?? "")
  const month = MONTHS.indexOf(date?.[2]?.toUpperCase() ?? "")
  if (!date || month < 0) return null
  return Math.max(0, Math.ceil((Date.UTC(Number(date[3]), month, Number(date[1])) - nowMs) / DAY_MS))
}
