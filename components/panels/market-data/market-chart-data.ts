import type { PlotCall, PlotCandle } from "@/components/charts/candle-plot"
import type { PlotCone } from "@/components/charts/cone-shades"
import type { ResponseOf } from "@/lib/api/contract"
import type { marketCandlesContract } from "@/lib/endpoints/market-candles/contract"
import type { recordCallsContract } from "@/lib/endpoints/record-calls/contract"
import { badgeDirectionOf } from "@/lib/client/format/direction"
import { DAY_MS } from "@/lib/domain/utc-day"

export type CandlesAnswer = ResponseOf<typeof marketCandlesContract>
export type CallsAnswer = ResponseOf<typeof recordCallsContract>

export function candlesOf({ candles }: Pick<CandlesAnswer, "candles">): readonly PlotCandle[] {
  return candles.map(({ t, o, h, l, c, v }) => ({
    openMs: Date.parse(t),
    open: o,
    high: h,
    low: l,
    close: c,
    volume: v,
  }))
}

/** Revealed calls with a side that were decided within the chart's time. */
export function plotCallsOf(calls: CallsAnswer["calls"], fromMs: number): readonly PlotCall[] {
  return calls.flatMap(({ decided_at, price, direction }) => {
    const atMs = Date.parse(decided_at)
    if (direction === null || atMs < fromMs) return []
    const side = badgeDirectionOf(direction)
    return side === "flat" ? [] : [{ atMs, price, side, isLean: direction.startsWith("LEAN_") }]
  })
}

/** Settled ranges at the times for which they were stated. */
export function settledRangesOf(calls: CallsAnswer["calls"], fromMs: number) {
  return calls.flatMap(({ range, outcome }) => {
    if (range === null || outcome === null) return []
    const atMs = Date.parse(outcome.at)
    return atMs < fromMs ? [] : [{ atMs, ...range }]
  })
}

/**
 * An illustration of the 24h and 7d ranges for a locked chart: the mean width of settled ranges around the last close. The
 * real ranges are sold, so they are not in the page.
 */
export function sampleCones(calls: CallsAnswer["calls"], last: { readonly atMs: number; readonly price: number }) {
  const widths = calls.flatMap(({ range, price }) => (range === null ? [] : (range.high - range.low) / price))
  if (widths.length === 0) return []
  const half = (last.price * widths.reduce((sum, width) => sum + width, 0)) / widths.length / 2
  const cone = (days: number): PlotCone => {
    const halfWidth = half * Math.sqrt(days)
    return { atMs: last.atMs + days * DAY_MS, low: last.price - halfWidth, high: last.price + halfWidth }
  }
  return [cone(1), cone(7)]
}

/** `82% of these 80% bands held (n 354, since 27 Aug)`, and the win rate beside its base rate. */
export function proofText({ figures, calls }: CallsAnswer, dayText: (atMs: number) => string): string {
  const { live_paper: live, replay } = figures
  const isLive = live.ranges.coverage !== null || replay.ranges.n === 0
  const { ranges, calls: won } = isLive ? live : replay
  const kind = isLive ? "live_paper" : "replay"
  const first = calls.find((call) => call.kind === kind)
  const since = first ? `, since ${dayText(Date.parse(first.decided_at))}` : ""
  const origin = isLive ? "" : " Replayed over past closes: hypothetical."
  if (ranges.n === 0) return "No settled band to show yet: each settles 24h after its close."
  const held =
    ranges.coverage === null
      ? `${ranges.inside} of ${ranges.n} of these 80% bands held${since}; a rate needs more independent calls.`
      : `${percent(ranges.coverage)} of these bands held (n ${ranges.n}${since}), 80% promised.`
  const rate =
    won.win_rate === null
      ? `Calls won: ${won.won} of ${won.n}.`
      : `Calls won: ${percent(won.win_rate)} of ${won.n}; base rate ${percent(won.base_rate ?? 0.5)}.`
  return `${held} ${rate}${origin}`
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`
}
