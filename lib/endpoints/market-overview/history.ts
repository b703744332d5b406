import type { ResponseOf } from "@/lib/api/contract"
import type { marketOverviewContract } from "./contract"
import type { EtfFlowTable } from "@/lib/domain/flows/etf-flow"
import { completeEtfDays } from "@/lib/domain/flows/etf-summary"
import type { Coin } from "@/lib/domain/market/coin"
import { joinSources, type Sourced } from "@/lib/domain/market/candle-feed"
import { openInterestDays } from "@/lib/domain/market/venue-totals"
import { round } from "@/lib/domain/round"
import { DAY_MS, isoDate } from "@/lib/domain/utc-day"
import type { MarketReading } from "@/lib/usecases/read-market"

type History = NonNullable<ResponseOf<typeof marketOverviewContract>["history_30d"]>[Coin]
type Point = { readonly atMs: number }

const HISTORY_MS = 30 * DAY_MS

/** Daily funding, open interest and fund flows of the last 30 days, oldest first. A day without values is absent. */
export function historyOf(
  { signal: { view } }: MarketReading,
  flows: Sourced<EtfFlowTable> | null,
  nowMs: number,
): History {
  const { series, known, timeMs } = view
  const funding = byDay(series.funding, timeMs).map(([date, points]) => ({
    date,
    value: round(mean(points.map(({ fundingPctPer8h }) => fundingPctPer8h)), 4),
  }))
  const open = openInterestDays(view.byVenue.openInterest, known.openInterest?.source ?? "")
  const interest = open.days
    .filter(({ dayMs }) => dayMs > timeMs - HISTORY_MS)
    .map(({ dayMs, value }) => ({ date: isoDate(dayMs), value: round(value, 2) }))
  const etf = completeEtfDays(flows?.value ?? [], nowMs)
    .filter(({ atMs }) => atMs > nowMs - HISTORY_MS)
    .map(({ atMs, totalUsdM }) => ({ date: isoDate(atMs), value: round(totalUsdM, 6) }))
  return {
    funding_8h_pct: { venue: sourceOf(funding, known.funding?.source), days: funding },
    open_interest_base: { venue: sourceOf(interest, joinSources(open.venues)), days: interest },
    etf_flow_m: { venue: sourceOf(etf, flows?.source), days: etf },
  }
}

function sourceOf(days: readonly unknown[], source: string | undefined): string | null {
  return days.length === 0 ? null : (source ?? null)
}

/** The points of each UTC day, in order. */
function byDay<P extends Point>(points: readonly P[], untilMs: number): readonly (readonly [string, readonly P[]])[] {
  const recent = points.filter(({ atMs }) => atMs > untilMs - HISTORY_MS && atMs <= untilMs)
  const days = new Map<string, P[]>()
  for (const point of recent) {
    const date = isoDate(point.atMs)
    days.set(date, [...(days.get(date) ?? []), point])
  }
  return [...days]
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
