import { HOUR_MS } from "@/lib/domain/utc-day"
import { toPctPer8h, type FundingPoint, type OpenInterestPoint } from "@/lib/market/sources/wire/derivatives"
import type { HyperliquidContext } from "./schema"

/** A settled hourly rate; its time is rounded to the hour. */
export function toFundingPoint(row: { readonly fundingRate: number; readonly time: number }): FundingPoint {
  return { atMs: Math.round(row.time / HOUR_MS) * HOUR_MS, fundingPctPer8h: toPctPer8h(row.fundingRate, 1) }
}

/** The venue reports coins; the dollar value uses the mark price. */
export function toOpenInterest({ openInterest, markPx }: HyperliquidContext, askedAtMs: number): OpenInterestPoint {
  return { atMs: askedAtMs, openInterestBase: openInterest, openInterestUsd: openInterest * markPx }
}
