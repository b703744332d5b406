import type { z } from "zod"
import {
  toFundingPoints,
  toPctPer8h,
  type FundingNow,
  type FundingPoint,
  type LongShortPoint,
  type OpenInterestPoint,
} from "@/lib/sources/wire/derivatives"
import type { AccountRatioAnswer, FundingHistoryAnswer, OpenInterestAnswer, TickerAnswer } from "./schema"

type RowOf<Answer extends z.ZodType<{ result: { list: { rows: readonly unknown[] } } }>> =
  z.output<Answer>["result"]["list"]["rows"][number]

/** The coming settlement; contracts that name no rhythm settle every 8 h. */
export function toFundingNow(row: RowOf<typeof TickerAnswer>, asOfMs: number): FundingNow {
  const intervalHours = row.fundingIntervalHour ?? 8
  return {
    fundingPctPer8h: toPctPer8h(row.fundingRate, intervalHours),
    intervalHours,
    nextSettlementMs: row.nextFundingTime,
    asOfMs,
  }
}

export function toFundingHistory(rows: readonly RowOf<typeof FundingHistoryAnswer>[]): readonly FundingPoint[] {
  return toFundingPoints(rows.map((row) => ({ atMs: row.fundingRateTimestamp, rateRatio: row.fundingRate })))
}

export function toOpenInterest(row: RowOf<typeof TickerAnswer>, asOfMs: number): OpenInterestPoint {
  return { atMs: asOfMs, openInterestBase: row.openInterest, openInterestUsd: row.openInterestValue }
}

export function toOpenInterestPoint({ timestamp, openInterest }: RowOf<typeof OpenInterestAnswer>): OpenInterestPoint {
  return { atMs: timestamp, openInterestBase: openInterest, openInterestUsd: null }
}

export function toLongShortPoint({ timestamp, buyRatio, sellRatio }: RowOf<typeof AccountRatioAnswer>): LongShortPoint {
  return { atMs: timestamp, longShortRatio: buyRatio / sellRatio }
}
