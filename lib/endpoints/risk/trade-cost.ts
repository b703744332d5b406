import type { ResponseOf } from "@/lib/api/contract"
import { DataUnavailableError } from "@/lib/domain/errors"
import type { CandleFeed, Provenance, Sourced } from "@/lib/domain/market/candle-feed"
import type { Coin } from "@/lib/domain/market/coin"
import { type DerivativesFeeds, newestQuotes } from "@/lib/domain/market/derivatives-feed"
import { byVenue, meanFunding } from "@/lib/domain/market/venue-totals"
import { oddsOf } from "@/lib/domain/risk/level-odds"
import type { Levels } from "@/lib/domain/risk/levels"
import type { VenueBook } from "@/lib/domain/risk/order-book"
import { riskParameters } from "@/lib/domain/risk/parameters"
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
  readonly funding?: DerivativesFeeds["funding"]
  readonly nowMs: number
}

type Trade = {
  readonly coin: Coin
  readonly priceUsd: number
  readonly sizeUsd: number
  readonly levels: Levels
  readonly volatility: VolatilityForecast
}

/** The venue whose funding a perpetual trade pays. */
const FUNDING_VENUE = "hyperliquid"

const { quoteMaxAgeMs, fundingMeanDays } = riskParameters.tradeCost

/**
 * What a trade of this size in the plan costs on each venue. `costRatio`: the costs of the cheapest venue, which the expected
 * value uses; `null` where no venue's visible book holds the size. `inputs`: the books and the rates that are used.
 *
 * @throws {DataUnavailableError} without any order book that can be used
 */
export async function tradeCostOf(
  { coin, priceUsd, sizeUsd, levels, volatility }: Trade,
  { candles, books, quotes, funding, nowMs }: TradeCostPorts,
): Promise<{
  readonly answer: Answer
  readonly costRatio: number | null
  readonly inputs: readonly Provenance[]
  readonly degraded: readonly string[]
}> {
  const [held, rates, settled, hours] = await Promise.all([
    books?.read(coin),
    quotes?.read(coin),
    funding?.read(coin),
    candles.candles(coin, "1h"),
  ])
  if (!held) throw new DataUnavailableError("No order book is known for the cost of this size. Nothing was charged.")
  const odds = oddsOf(levels, volatility)
  const days = expectedDays(odds)
  const quote = newestQuotes(rates?.value ?? [], nowMs, quoteMaxAgeMs).get(FUNDING_VENUE)
  const predictedPct = quote?.predictedPctPer8h ?? null
  const own = byVenue(settled?.value ?? [], "").get(FUNDING_VENUE) ?? []
  const meanPct = meanFunding(own, nowMs, fundingMeanDays)
  const gapRatio = gapRatioOf(hours?.value ?? [])
  const probability = odds.targets[0]?.stopFirst14d ?? odds.stop.within14d
  const { costs, leftOut } = tradeCosts({
    side: levels.side,
    sizeUsd,
    books: held.value,
    priceUsd,
    nowMs,
    funding: { predictedPct, meanPct },
    days,
    stop: { probability, gapRatio },
  })
  const reasons = leftOut.map(({ venue, reason }) => `The order book of ${venue} is left out: ${reason}.`)
  if (costs.length === 0) {
    throw new DataUnavailableError(
      ["No order book can be used for the cost of this size.", ...reasons, "Nothing was charged."].join(" "),
    )
  }
  const [best] = costs
  const costRatio = best?.total ?? null
  const stopPct = (100 * Math.abs(levels.entry - levels.stop)) / levels.entry
  return {
    costRatio,
    inputs: [
      ...costs.map(({ venue, atMs }) => ({ source: venue, asOfMs: atMs })),
      ...(quote === undefined ? [] : [{ source: FUNDING_VENUE, asOfMs: quote.atMs }]),
    ],
    degraded: [
      ...reasons,
      ...(predictedPct === null ? ["No predicted funding rate is known, so the perpetual contract has no total."] : []),
      ...(gapRatio === null ? ["The hourly candles show no jumps, so the costs have none."] : []),
      ...(costRatio === null ? ["No visible book holds the size, so the expected value uses 20 bps."] : []),
    ],
    answer: {
      size_usd: sizeUsd,
      side: levels.side,
      expected_days: round(days, 2),
      funding_predicted_8h_pct: roundOrNull(predictedPct, 4),
      funding_mean_30d_8h_pct: roundOrNull(meanPct, 4),
      stop_first_14d: round(probability, 4),
      gap_pct: percentOf(gapRatio),
      loss_at_stop_usd:
        best?.exitSlippage == null
          ? null
          : round(sizeUsd * (stopPct / 100 + best.exitSlippage + best.fees + (gapRatio ?? 0)), 2),
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
    stop_gap_pct: percentOf(cost.gap),
    total_pct: percentOf(cost.total),
    age_s: Math.max(0, Math.floor((nowMs - cost.atMs) / 1000)),
  }
}

function percentOf(ratio: number | null): number | null {
  return ratio === null ? null : round(100 * ratio, 4)
}
