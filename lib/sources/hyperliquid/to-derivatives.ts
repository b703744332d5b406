import { toPctPer8h, type FundingNow, type FundingPoint, type OpenInterestPoint } from "@/lib/sources/wire/derivatives"
import type { HyperliquidContext } from "./schema"

const HOUR_MS = 3_600_000

/** Funding settles every hour. The answer carries no time: it holds for the moment of the question. */
export function toFundingNow({ funding }: HyperliquidContext, askedAtMs: number): FundingNow {
  return {
    fundingPctPer8h: toPctPer8h(funding, 1),
    intervalHours: 1,
    nextSettlementMs: (Math.floor(askedAtMs / HOUR_MS) + 1) * HOUR_MS,
    asOfMs: askedAtMs,
  }
}

/** A settled hourly rate; its time is rounded to the hour. */
export function toFundingPoint(row: { readonly fundingRate: number; readonly time: number }): FundingPoint {
  return { atMs: Math.round(row.time / HOUR_MS) * HOUR_MS, fundingPctPer8h: toPctPer8h(row.fundingRate, 1) }
}

/** Open interest is told in coins; dollars at the mark price. */
export function toOpenInterest({ openInterest, markPx }: HyperliquidContext, askedAtMs: number): OpenInterestPoint {
  return { atMs: askedAtMs, openInterestBase: openInterest, openInterestUsd: openInterest * markPx }
}
