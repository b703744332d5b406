import { HOUR_MS } from "@/lib/domain/utc-day"

/** One settled funding rate, in percent per 8 h. */
export type FundingPoint = { readonly atMs: number; readonly fundingPctPer8h: number }

/** Contracts outstanding, in coins and, where the venue publishes them, in US dollars. */
export type OpenInterestPoint = {
  readonly atMs: number
  readonly openInterestBase: number
  readonly openInterestUsd: number | null
}

/** Accounts that are long per account that is short. */
export type LongShortPoint = { readonly atMs: number; readonly longShortRatio: number }

/** Volume of market orders in one period that begins at `atMs`, in coins. */
export type TakerFlowPoint = { readonly atMs: number; readonly takerBuyBase: number; readonly takerSellBase: number }

/** Coins of positions that the venue closed in the hour or day that begins at `atMs`. */
export type LiquidationPoint = { readonly atMs: number; readonly liquidatedBase: number }

/**
 * The contract against its index at an instant: the basis in percent, and the rate of the settlement that comes, in percent per
 * 8 h, where the venue gives it.
 */
export type QuotePoint = { readonly atMs: number; readonly basisPct: number; readonly predictedPctPer8h: number | null }

/** Both prices are above zero. */
export function basisPctOf(markUsd: number, indexUsd: number): number {
  return 100 * (markUsd / indexUsd - 1)
}

const STANDARD_INTERVAL_HOURS = 8
/** Longer or shorter intervals are errors of a venue: a rate of a minute would count 480 times. */
const INTERVAL_HOURS = new Set([1, 2, 4, 6, STANDARD_INTERVAL_HOURS])

/** A fraction per settlement as percent per 8 h. */
export function toPctPer8h(rateRatio: number, intervalHours: number): number {
  return rateRatio * (STANDARD_INTERVAL_HOURS / intervalHours) * 100
}

/** The rate of the next settlement in percent per 8 h; `null` where its interval is unknown or implausible. */
export function toPredictedPct(rateRatio: number, intervalHours: number | null): number | null {
  return intervalHours !== null && INTERVAL_HOURS.has(intervalHours) ? toPctPer8h(rateRatio, intervalHours) : null
}

/** The settlement interval between two instants: 1, 2, 4, 6 or 8 hours. Any other distance (a gap in the data) counts as 8. */
function settlementHours(fromMs: number, toMs: number): number {
  const hours = (toMs - fromMs) / HOUR_MS
  return INTERVAL_HOURS.has(hours) ? hours : STANDARD_INTERVAL_HOURS
}

/**
 * Settled rates in percent per 8 h. Venues stamp a settlement some milliseconds or minutes after it, so its time is rounded to the
 * hour. Without `intervalHours` each point's interval is its distance from the one before.
 */
export function toFundingPoints(
  settled: readonly { readonly atMs: number; readonly rateRatio: number }[],
  intervalHours?: number,
): readonly FundingPoint[] {
  // A settlement that is listed twice has no interval.
  const rates = new Map(settled.map(({ atMs, rateRatio }) => [Math.round(atMs / HOUR_MS) * HOUR_MS, rateRatio]))
  const sorted = [...rates].map(([atMs, rateRatio]) => ({ atMs, rateRatio })).toSorted((a, b) => a.atMs - b.atMs)
  return sorted.map(({ atMs, rateRatio }, index) => {
    const previous = sorted[index - 1]
    const next = sorted[index + 1]
    const hours = previous ? settlementHours(previous.atMs, atMs) : settlementHours(atMs, next?.atMs ?? atMs)
    return { atMs, fundingPctPer8h: toPctPer8h(rateRatio, intervalHours ?? hours) }
  })
}
