import type { Study } from "@/research/study"
import { at } from "@/lib/domain/indicators/series"
import { columnsOf } from "@/lib/domain/market/columns"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { hourOfWeekAt, rangeVariance } from "@/lib/domain/volatility/features"

const WEEK_HOURS = 168
const HALF_WEEK = WEEK_HOURS / 2

/**
 * Usual variance of each hour of the week: the mean, over hours of all coins that ended by `untilMs`, of the hour's range
 * variance divided by that of the week around it. The mean of the 168 figures is 1.
 */
export function fitHourOfWeek({ histories }: Study, untilMs: number): readonly number[] {
  const [sums, counts] = [new Float64Array(WEEK_HOURS), new Float64Array(WEEK_HOURS)]
  for (const history of histories.values()) {
    const { openTimeMs, high, low, length } = columnsOf(history.hours)
    const cumulative = new Float64Array(length + 1)
    for (let i = 0; i < length; i++) cumulative[i + 1] = at(cumulative, i) + rangeVariance(at(high, i), at(low, i))
    for (let i = HALF_WEEK; i + HALF_WEEK <= length; i++) {
      if (at(openTimeMs, i + HALF_WEEK - 1) + HOUR_MS > untilMs) break
      const week = at(cumulative, i + HALF_WEEK) - at(cumulative, i - HALF_WEEK)
      if (week <= 0) continue
      const hour = hourOfWeekAt(at(openTimeMs, i))
      sums[hour] = at(sums, hour) + (WEEK_HOURS * (at(cumulative, i + 1) - at(cumulative, i))) / week
      counts[hour] = at(counts, hour) + 1
    }
  }
  const means = [...sums].map((sum, hour) => sum / Math.max(1, at(counts, hour)))
  const mean = means.reduce((sum, value) => sum + value, 0) / WEEK_HOURS
  return means.map((value) => value / mean)
}
