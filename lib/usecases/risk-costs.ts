import type { ResponseOf } from "@/lib/api/contract"
import type { riskContract } from "@/lib/api/risk"
import { round } from "@/lib/domain/round"
import type { MarketView } from "@/lib/domain/signals/market-view"
import { HOUR_MS, isoTime } from "@/lib/domain/utc-day"

type Answer = ResponseOf<typeof riskContract>
type Details = Answer["cost_details"]

/** Two settlements of eight hours: a rate from before that says nothing about the next one. */
const FUNDING_MAX_AGE_MS = 17 * HOUR_MS
const SETTLEMENTS_PER_YEAR = 3 * 365

/** The newest settled funding rate and the daily range. Positive funding is paid by longs to shorts. */
export function costDetailsOf(
  { series, timeMs }: MarketView,
  { atr, priceUsd }: { readonly atr: number; readonly priceUsd: number },
): Details {
  const newest = series.funding.at(-1)
  const known = newest !== undefined && timeMs - newest.atMs <= FUNDING_MAX_AGE_MS ? newest : null
  const rate = known === null ? null : round(known.fundingPctPer8h, 4)
  return {
    funding_rate_8h_pct: rate,
    funding_annual_pct: rate === null ? null : round(rate * SETTLEMENTS_PER_YEAR, 2),
    funding_paid_by: rate === null ? null : rate > 0 ? "longs" : rate < 0 ? "shorts" : "nobody",
    funding_as_of: known === null ? null : isoTime(known.atMs),
    atr: round(atr, priceUsd >= 10 ? 2 : 6),
    atr_pct: round((100 * atr) / priceUsd, 2),
  }
}

/** The same as the strings that the specification promises. */
export function costsOf({ funding_rate_8h_pct, funding_annual_pct, atr_pct }: Details): Answer["costs"] {
  return {
    funding_rate_8h: percentText(funding_rate_8h_pct, 4),
    funding_annual: percentText(funding_annual_pct, 2),
    atr_pct: percentText(atr_pct, 2),
  }
}

function percentText(percent: number | null, digits: number): string {
  return percent === null ? "n/a" : `${percent.toFixed(digits)}%`
}
