import type { z } from "zod"
import {
  toFundingPoints,
  type FundingPoint,
  type LongShortPoint,
  type OpenInterestPoint,
} from "@/lib/market/sources/wire/derivatives"
import type { AccountRatioAnswer, FundingHistoryAnswer, OpenInterestAnswer } from "./schema"

type RowOf<Answer extends z.ZodType<{ result: { list: { rows: readonly unknown[] } } }>> =
  z.output<Answer>["result"]["list"]["rows"][number]

export function toFundingHistory(rows: readonly RowOf<typeof FundingHistoryAnswer>[]): readonly FundingPoint[] {
  return toFundingPoints(rows.map((row) => ({ atMs: row.fundingRateTimestamp, rateRatio: row.fundingRate })))
}

/** One side of the contracts, like at other venues. */
export function toOpenInterestPoint(row: RowOf<typeof OpenInterestAnswer>): OpenInterestPoint {
  const openInterestBase = row.singleOpenInterest ?? row.openInterest / 2
  return { atMs: row.timestamp, openInterestBase, openInterestUsd: null }
}

export function toLongShortPoint({ timestamp, buyRatio, sellRatio }: RowOf<typeof AccountRatioAnswer>): LongShortPoint {
  return { atMs: timestamp, longShortRatio: buyRatio / sellRatio }
}
