import type { z } from "zod"
import {
  settlementHours,
  toFundingPoints,
  toPctPer8h,
  type FundingNow,
  type FundingPoint,
  type LongShortPoint,
  type OpenInterestPoint,
  type TakerFlowPoint,
} from "@/lib/sources/wire/derivatives"
import type {
  AccountRatios,
  FundingRates,
  OpenInterest,
  OpenInterestHistory,
  PremiumIndex,
  TakerVolumes,
} from "./schema"

type RowOf<Answer extends z.ZodType<{ rows: readonly unknown[] }>> = z.output<Answer>["rows"][number]

/** The coming settlement; its rhythm is the distance from the last one. */
export function toFundingNow(index: z.output<typeof PremiumIndex>, last: RowOf<typeof FundingRates>): FundingNow {
  const intervalHours = settlementHours(last.fundingTime, index.nextFundingTime)
  return {
    fundingPctPer8h: toPctPer8h(index.lastFundingRate, intervalHours),
    intervalHours,
    nextSettlementMs: index.nextFundingTime,
    asOfMs: index.time,
  }
}

export function toFundingHistory(rows: readonly RowOf<typeof FundingRates>[]): readonly FundingPoint[] {
  return toFundingPoints(rows.map((row) => ({ atMs: row.fundingTime, rateRatio: row.fundingRate })))
}

export function toOpenInterest({ openInterest, time }: z.output<typeof OpenInterest>): OpenInterestPoint {
  return { atMs: time, openInterestBase: openInterest, openInterestUsd: null }
}

export function toOpenInterestPoint(row: RowOf<typeof OpenInterestHistory>): OpenInterestPoint {
  return { atMs: row.timestamp, openInterestBase: row.sumOpenInterest, openInterestUsd: row.sumOpenInterestValue }
}

export function toLongShortPoint({ timestamp, longShortRatio }: RowOf<typeof AccountRatios>): LongShortPoint {
  return { atMs: timestamp, longShortRatio }
}

export function toTakerFlowPoint({ timestamp, buyVol, sellVol }: RowOf<typeof TakerVolumes>): TakerFlowPoint {
  return { atMs: timestamp, takerBuyBase: buyVol, takerSellBase: sellVol }
}
