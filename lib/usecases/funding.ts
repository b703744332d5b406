import { partLimits } from "@/lib/domain/freshness"
import { round } from "@/lib/domain/round"
import type { MarketView } from "@/lib/domain/signals/market-view"

/** Every eight hours. */
const SETTLEMENTS_PER_YEAR = 3 * 365

/** The newest settled funding rate in percent, as it is published; `null` where it is too old. */
export function newestFunding({ series, timeMs }: Pick<MarketView, "series" | "timeMs">) {
  const newest = series.funding.at(-1)
  if (newest === undefined || timeMs - newest.atMs > partLimits.fundingMs) return null
  const ratePct = round(newest.fundingPctPer8h, 4)
  return { ratePct, annualPct: round(ratePct * SETTLEMENTS_PER_YEAR, 2), atMs: newest.atMs }
}
