import type { z } from "zod"
import {
  toFundingPoints,
  type FundingPoint,
  type LongShortPoint,
  type OpenInterestPoint,
  type TakerFlowPoint,
} from "@/lib/market/sources/wire/derivatives"
import type { FundingHistoryAnswer, LongShortAnswer, OpenInterestHistoryAnswer, TakerVolumeAnswer } from "./schema"

type RowOf<Answer extends z.ZodType<{ data: { rows: readonly unknown[] } }>> = z.output<Answer>["data"]["rows"][number]

/** Settled rates. `realizedRate` is used if present. */
export function toFundingHistory(rows: readonly RowOf<typeof FundingHistoryAnswer>[]): readonly FundingPoint[] {
  return toFundingPoints(rows.map((row) => ({ atMs: row.fundingTime, rateRatio: row.realizedRate ?? row.fundingRate })))
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
