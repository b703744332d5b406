import type { ResponseOf } from "@/lib/api/contract"
import type { riskContract } from "./contract"
import { round } from "@/lib/domain/round"
import type { MarketView } from "@/lib/domain/signals/market-view"
import { isoTime } from "@/lib/domain/utc-day"
import { newestFunding } from "@/lib/usecases/funding"

type Answer = ResponseOf<typeof riskContract>
type Details = Answer["cost_details"]

/** The newest settled funding rate and the daily range. Positive funding is paid by longs to shorts. */
export function costDetailsOf(
  view: MarketView,
  { atr, priceUsd }: { readonly atr: number; readonly priceUsd: number },
): Details {
  const known = newestFunding(view)
  const rate = known && known.ratePct
  return {
    funding_rate_8h_pct: rate,
    funding_annual_pct: known && known.annualPct,
    funding_paid_by: rate === null ? null : rate > 0 ? "longs" : rate < 0 ? "shorts" : "nobody",
    funding_as_of: known && isoTime(known.atMs),
    atr: round(atr, priceUsd >= 10 ? 2 : 6),
    atr_pct: round((100 * atr) / priceUsd, 2),
  }
}

/** The costs as strings, as the specification requires. */
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
