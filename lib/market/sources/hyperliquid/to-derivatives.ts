import { HOUR_MS } from "@/lib/domain/utc-day"
import {
  basisPctOf,
  toFundingPoints,
  toPctPer8h,
  type FundingPoint,
  type OpenInterestPoint,
  type QuotePoint,
} from "@/lib/market/sources/wire/derivatives"
import type { HyperliquidContext } from "./schema"

/** Settled hourly rates. */
export function toFundingHistory(
  rows: readonly { readonly fundingRate: number; readonly time: number }[],
): readonly FundingPoint[] {
  return toFundingPoints(
    rows.map(({ fundingRate, time }) => ({ atMs: time, rateRatio: fundingRate })),
    1,
  )
}

/** The venue reports coins; the dollar value uses the mark price. */
export function toOpenInterest({ openInterest, markPx }: HyperliquidContext, askedAtMs: number): OpenInterestPoint {
  return { atMs: askedAtMs, openInterestBase: openInterest, openInterestUsd: openInterest * markPx }
}

/** The mean premium of an hour, which is a fraction of the oracle price. */
export function toPremiumPoint(row: { readonly premium?: number | undefined; readonly time: number }): QuotePoint[] {
  if (row.premium === undefined) return []
  return [{ atMs: Math.round(row.time / HOUR_MS) * HOUR_MS, basisPct: 100 * row.premium, predictedPctPer8h: null }]
}

/** `funding` is the rate of the hour that runs. */
export function toQuote({ funding, markPx, oraclePx }: HyperliquidContext, askedAtMs: number): QuotePoint {
  return { atMs: askedAtMs, basisPct: basisPctOf(markPx, oraclePx), predictedPctPer8h: toPctPer8h(funding, 1) }
}
