import { DAY_MS } from "@/lib/domain/utc-day"
import type { YieldPool } from "./yield-pool"

/** Assumed where the provider gives no dispersion of returns: more than most pools have. */
const UNKNOWN_SIGMA_PCT = 1
const SQRT_OF_YEAR = Math.sqrt(365)

/** The lower of today's yield and its 30-day mean, percent: a spike is not an expectation. */
export function expectedApyPct({ apyPct, apyMean30dPct }: YieldPool): number {
  const apy = apyPct ?? 0
  return Math.min(apy, apyMean30dPct ?? apy)
}

/** Annualised dispersion of daily returns, percent. */
export function returnSigmaPct(pool: YieldPool): number {
  return pool.returnSigmaPct ?? UNKNOWN_SIGMA_PCT
}

/**
 * Standard deviation of the yield itself over the pool's history, percentage points.
 *
 * The provider measures daily returns, r = (1 + apy)^(1/365) − 1, and annualises by √365. Back at the mean yield that
 * is σ(apy) = √365 · (1 + mean) · σ: a σ of 0.05 means that a yield of 3% deviates by a whole point.
 *
 * @see https://github.com/DefiLlama/yield-server/blob/master/src/handlers/triggerEnrichment.js (`mu`, `sigma`)
 */
export function apySigmaPp(pool: YieldPool): number {
  const meanPct = meanApyPct(pool) ?? pool.apyPct ?? 0
  return SQRT_OF_YEAR * (1 + Math.max(0, meanPct) / 100) * returnSigmaPct(pool)
}

function meanApyPct({ apyMeanPct, apyMean30dPct }: YieldPool): number | null {
  return apyMeanPct ?? apyMean30dPct
}

/** Expected yield divided by one plus the dispersion of its returns, percent. */
export function riskAdjustedApyPct(pool: YieldPool): number {
  return expectedApyPct(pool) / (1 + returnSigmaPct(pool))
}

/** Share of the yield that is paid in reward tokens, percent; `null` when no part of the yield is known. */
export function rewardSharePct({ apyPct, apyBasePct, apyRewardPct }: YieldPool): number | null {
  if (apyPct === null || apyPct <= 0 || (apyBasePct === null && apyRewardPct === null)) return null
  return Math.min(100, Math.max(0, (100 * (apyRewardPct ?? 0)) / apyPct))
}

export type Stability = "STABLE" | "MIXED" | "VOLATILE"

/** Class of the yield's deviation over its mean: below 0.5, up to 2, above. `null` where either is unknown. */
export function stabilityOf(pool: YieldPool): Stability | null {
  const meanPct = meanApyPct(pool)
  if (pool.returnSigmaPct === null || meanPct === null || meanPct <= 0) return null
  const variation = apySigmaPp(pool) / meanPct
  if (variation < 0.5) return "STABLE"
  return variation <= 2 ? "MIXED" : "VOLATILE"
}

const MONTHS = "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ")

/** Days until the money can be withdrawn, from the pool's note: `7 days unstaking`, `26MAR2027`. `null`: not said. */
export function lockupDays({ poolMeta }: Pick<YieldPool, "poolMeta">, nowMs: number): number | null {
  const days = /(\d{1,4})[- ]?days?\b/i.exec(poolMeta ?? "")?.[1]
  if (days !== undefined) return Number(days)
  const date = /(\d{1,2})[- ]?([A-Za-z]{3})[- ]?(20\d\d)/.exec(poolMeta ?? "")
  const month = MONTHS.indexOf(date?.[2]?.toUpperCase() ?? "")
  if (!date || month < 0) return null
  return Math.max(0, Math.ceil((Date.UTC(Number(date[3]), month, Number(date[1])) - nowMs) / DAY_MS))
}
