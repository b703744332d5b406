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
  FundingAnswer,
  FundingHistoryAnswer,
  LongShortAnswer,
  OpenInterestAnswer,
  OpenInterestHistoryAnswer,
  TakerVolumeAnswer,
} from "./schema"

type RowOf<Answer extends z.ZodType<{ data: { rows: readonly unknown[] } }>> = z.output<Answer>["data"]["rows"][number]

/** The coming settlement; its rhythm is the distance to the one after. */
export function toFundingNow(row: RowOf<typeof FundingAnswer>, askedAtMs: number): FundingNow {
  const intervalHours = settlementHours(row.fundingTime, row.nextFundingTime)
  return {
    fundingPctPer8h: toPctPer8h(row.fundingRate, intervalHours),
    intervalHours,
    nextSettlementMs: row.fundingTime,
    asOfMs: row.ts ?? askedAtMs,
  }
}

/** Settled rates: the rate that was paid where it is named. */
export function toFundingHistory(rows: readonly RowOf<typeof FundingHistoryAnswer>[]): readonly FundingPoint[] {
  return toFundingPoints(rows.map((row) => ({ atMs: row.fundingTime, rateRatio: row.realizedRate ?? row.fundingRate })))
}

export function toOpenInterest(row: RowOf<typeof OpenInterestAnswer>): OpenInterestPoint {
  return { atMs: row.ts, openInterestBase: row.oiCcy, openInterestUsd: row.oiUsd ?? null }
}

export function toOpenInterestPoint(row: RowOf<typeof OpenInterestHistoryAnswer>): OpenInterestPoint {
  return { atMs: row[0], openInterestBase: row[2], openInterestUsd: row[3] }
}

export function toLongShortPoint([atMs, longShortRatio]: RowOf<typeof LongShortAnswer>): LongShortPoint {
  return { atMs, longShortRatio }
}

export function toTakerFlowPoint([atMs, sell, buy]: RowOf<typeof TakerVolumeAnswer>): TakerFlowPoint {
  return { atMs, takerBuyBase: buy, takerSellBase: sell }
}
