import type { ResponseOf } from "@/lib/api/contract"
import { DataUnavailableError } from "@/lib/domain/errors"
import type { CandleFeed, Sourced } from "@/lib/domain/market/candle-feed"
import type { Coin } from "@/lib/domain/market/coin"
import type { DerivativesFeeds } from "@/lib/domain/market/derivatives-feed"
import { byVenue } from "@/lib/domain/market/venue-totals"
import { oddsOf } from "@/lib/domain/risk/level-odds"
import type { Levels } from "@/lib/domain/risk/levels"
import type { VenueBook } from "@/lib/domain/risk/order-book"
import { expectedDays, gapRatioOf, tradeCosts, type VenueCost } from "@/lib/domain/risk/trade-cost"
import { round, roundOrNull } from "@/lib/domain/round"
import type { VolatilityForecast } from "@/lib/domain/volatility/forecast"
import type { riskContract } from "./contract"

type Answer = NonNullable<ResponseOf<typeof riskContract>["trade_cost"]>
export type BookFeed = { read(coin: Coin): Promise<Sourced<readonly VenueBook[]> | null> }

export type TradeCostPorts = {
  readonly candles: Pick<CandleFeed, "candles">
  readonly books?: BookFeed
  readonly quotes?: DerivativesFeeds["quotes"]
  readonly nowMs: number
}

type Trade = {
  readonly coin: Coin
  readonly sizeUsd: number
  readonly levels: Levels
  readonly volatility: VolatilityForecast
}

/** The venue whose funding a perpetual trade pays. */
const FUNDING_VENUE = "hyperliquid"

/**
 * What a trade of this size in the plan costs on each venue. `costRatio`: the costs of the cheapest venue, which the expected
 * value uses; `null` where no venue's visible book holds the size.
 *
 * @throws {DataUnavailableError} without any order book
 */
export async function tradeCostOf(
  { coin, sizeUsd, levels, volatility }: Trade,
  { candles, books, quotes, nowMs }: TradeCostPorts,
): Promise<{ readonly answer: Answer; readonly costRatio: number | null }> {
  const [held, rates, hours] = await Promise.all([books?.read(coin), quotes?.read(coin), candles.candles(coin, "1h")])
  if (!held) throw new DataUnavailableError("No order book is known for the cost of this size. Nothing was charged.")
  const odds = oddsOf(levels, volatility)
  const days = expectedDays(odds)
  const newest = byVenue(rates?.value ?? [], "")
    .get(FUNDING_VENUE)
    ?.at(-1)
  const fundingPct = newest?.predictedPctPer8h ?? null
  const gapRatio = gapRatioOf(hours?.value ?? [])
  const probability = odds.targets[0]?.stopFirst14d ?? odds.stop.within14d
  const costs = tradeCosts({
    side: levels.side,
    sizeUsd,
    books: held.value,
    fundingPct,
    days,
    stop: { probability, gapRatio },
  })
  if (costs.length === 0) {
    throw new DataUnavailableError("No order book can be read for the cost of this size. Nothing was charged.")
  }
  const [best] = costs
  const costRatio = best?.total ?? null
  const stopPct = (100 * Math.abs(levels.entry - levels.stop)) / levels.entry
  return {
    costRatio,
    answer: {
      size_usd: sizeUsd,
      side: levels.side,
      expected_days: round(days, 2),
      funding_predicted_8h_pct: roundOrNull(fundingPct, 4),
      stop_first_14d: round(probability, 4),
      gap_pct: round(100 * gapRatio, 4),
      loss_at_stop_usd:
        best?.exitSlippage == null
          ? null
          : round(sizeUsd * (stopPct / 100 + best.exitSlippage + best.fees + gapRatio), 2),
      cheapest: costRatio === null || best === undefined ? null : best.venue,
      total_pct: percentOf(costRatio),
      total_usd: costRatio === null ? null : round(sizeUsd * costRatio, 2),
      total_r: costRatio === null ? null : round((100 * costRatio) / stopPct, 4),
      venues: costs.map((cost) => venueOf(cost, nowMs)),
    },
  }
}

function venueOf(cost: VenueCost, nowMs: number): Answer["venues"][number] {
  return {
    venue: cost.venue,
    mid: round(cost.midUsd, 4),
    depth_usd: round(cost.depthUsd, 2),
    entry_slippage_pct: percentOf(cost.entrySlippage),
    exit_slippage_pct: percentOf(cost.exitSlippage),
    fees_pct: round(100 * cost.fees, 4),
    funding_pct: percentOf(cost.funding),
    stop_gap_pct: round(100 * cost.gap, 4),
    total_pct: percentOf(cost.total),
    age_s: Math.max(0, Math.floor((nowMs - cost.atMs) / 1000)),
  }
}

function percentOf(ratio: number | null): number | null {
  return ratio === null ? null : round(100 * ratio, 4)
}
