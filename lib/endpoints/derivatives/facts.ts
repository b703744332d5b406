import type { DerivativeFacts } from "@/lib/domain/alerts/condition"
import { isAppError } from "@/lib/domain/errors"
import type { Coin } from "@/lib/domain/market/coin"
import type { DerivativesFeeds } from "@/lib/domain/market/derivatives-feed"
import { changeOf, liquidationHours, readDerivatives } from "./answer"
import { MIN_PERCENTILE_DAYS, percentileOf } from "./history"

type VenueFacts = Omit<DerivativeFacts, "implied_volatility">

export const UNKNOWN_DERIVATIVES: VenueFacts = { funding: null, open_interest: null, liquidations: null }

/** What alerts compare: the figures of `/derivatives/{coin}`, not rounded. Unknown without open interest. */
export async function derivativeFacts(coin: Coin, feeds: DerivativesFeeds, nowMs: number): Promise<VenueFacts> {
  try {
    const { points, interest, funding } = await readDerivatives(coin, feeds, nowMs)
    const hours = liquidationHours(points.liquidations).map(({ totalBase }) => totalBase)
    const percentile = percentileOf(hours, 24 * MIN_PERCENTILE_DAYS)
    return {
      funding: funding.series.at(-1)?.fundingPctPer8h ?? null,
      open_interest: changeOf(interest.series),
      liquidations: percentile === null ? null : 100 * percentile,
    }
  } catch (error) {
    if (isAppError(error) && error.code === "data_unavailable") return UNKNOWN_DERIVATIVES
    throw error
  }
}
