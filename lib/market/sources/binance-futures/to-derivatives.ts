import type { z } from "zod"
import {
  toFundingPoints,
  type FundingPoint,
  type LongShortPoint,
  type OpenInterestPoint,
  type TakerFlowPoint,
} from "@/lib/market/sources/wire/derivatives"
import type { AccountRatios, FundingRates, OpenInterestHistory, TakerVolumes } from "./schema"

type RowOf<Answer extends z.ZodType<{ rows: readonly unknown[] }>> = z.output<Answer>["rows"][number]

export function toFundingHistory(rows: readonly RowOf<typeof FundingRates>[]): readonly FundingPoint[] {
  return toFundingPoints(rows.map((row) => ({ atMs: row.fundingTime, rateRatio: row.fundingRate })))
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
