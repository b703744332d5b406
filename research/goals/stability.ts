import { sideOf } from "@/lib/domain/signals/direction"
import type { CandleHistory } from "@/research/candles"
import type { StudyCall } from "@/research/replay-calls"
import { closedColumns } from "@/lib/domain/market/columns"
import { confirm } from "@/lib/domain/regime/regime"
import { type FearGreedPoint, regimeFacts } from "@/lib/domain/regime/regime-facts"
import { classify } from "@/lib/domain/regime/regime-rules"
import { median } from "@/lib/domain/statistics/moments"

/** Changes from one call to the next: 1 for each that did, so that their mean is a rate per close. */
export function changes(calls: readonly StudyCall[], of: "class" | "side") {
  return calls.slice(1).map(({ decisionTimeMs: timeMs, content }, index) => {
    const [now, before] = [content.direction, calls[index]?.content.direction ?? content.direction]
    const changed = of === "class" ? now !== before : sideOf(now) !== sideOf(before)
    return { timeMs, value: Number(changed) }
  })
}

/** How often the regime of the bitcoin market changes, and for how long one stands. */
export function regimeStability(
  { days }: CandleHistory,
  fearGreed: readonly FearGreedPoint[],
): { readonly days: number; readonly flipsPerYear: number; readonly medianDwellDays: number } {
  const columns = closedColumns(days, "1d", Number.POSITIVE_INFINITY)
  const called = confirm(regimeFacts(columns, fearGreed, columns.length).map(classify))
  const flips = called.flatMap((regime, index) => (index > 0 && called[index - 1] !== regime ? [index] : []))
  const dwells = flips.slice(1).map((day, index) => day - (flips[index] ?? 0))
  return {
    days: called.length,
    flipsPerYear: (365 * flips.length) / called.length,
    medianDwellDays: median(dwells) ?? called.length,
  }
}
