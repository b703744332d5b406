import type { HoursAfter } from "@/research/goals/hours-after"
import type { Candle } from "@/lib/domain/market/candle"
import type { TargetTable } from "@/lib/domain/volatility/forecast-model"

const STOPS = [0.75, 1, 1.5, 2, 2.5, 3] as const
const TARGETS = [0.5, 0.75, 1, 1.5, 2, 2.5, 3, 4, 5] as const
const HORIZON_HOURS = { "3d": 72, "7d": 168, "14d": 336 } as const
/** Stops over which `stopFirst` is averaged, because it depends on the target and hardly on the stop. */
const AVERAGED_STOPS = [1, 2, 3] as const

type Horizon = keyof typeof HORIZON_HOURS

/** An entry with a typical ATR, as a fraction of the price, according to its forecast. */
export type PlanEntry = {
  readonly timeMs: number
  readonly priceUsd: number
  readonly weight: number
  /** For the 3-day horizon, and for 7 and 14 days. */
  readonly unit3d: number
  readonly unit7d: number
  readonly after: HoursAfter
}

/**
 * Frequencies of target before stop over all entries. Each entry counts as a long and as a short, because the mean of both
 * sides does not contain the drift of the market.
 */
export function fitTargets(entries: readonly PlanEntry[]): TargetTable {
  const counts = { "3d": counter(), "7d": counter(), "14d": counter() }
  const first = { before: TARGETS.map(() => 0), hits: TARGETS.map(() => 0) }
  for (const entry of entries) {
    const hours = entry.after(entry.timeMs, HORIZON_HOURS["14d"])
    if (!hours) continue
    for (const side of [1, -1] as const) {
      const [near, far] = [hitsOf(hours, entry, side, entry.unit3d), hitsOf(hours, entry, side, entry.unit7d)]
      addCounts(counts["3d"], near, HORIZON_HOURS["3d"], entry.weight)
      addCounts(counts["7d"], far, HORIZON_HOURS["7d"], entry.weight)
      addCounts(counts["14d"], far, HORIZON_HOURS["14d"], entry.weight)
      addFirst(first, far, entry.weight)
    }
  }
  return {
    stops: STOPS,
    targets: TARGETS,
    "3d": frequencies(counts["3d"]),
    "7d": frequencies(counts["7d"]),
    "14d": frequencies(counts["14d"]),
    stopFirst: first.before.map((before, index) => before / Math.max(1e-9, first.hits[index] ?? 0)),
  }
}

/** Index of the hour in which each level is first reached, Infinity where it is not. */
type Hits = { readonly stops: readonly number[]; readonly targets: readonly number[] }

function hitsOf(hours: readonly Candle[], { priceUsd }: PlanEntry, side: 1 | -1, unit: number): Hits {
  const against = STOPS.map((stop) => priceUsd * Math.exp(-side * stop * unit))
  const ahead = TARGETS.map((target) => priceUsd * Math.exp(side * target * unit))
  return { stops: firstHours(hours, against, side > 0 ? -1 : 1), targets: firstHours(hours, ahead, side) }
}

/** Levels ascend in distance from the entry. */
function firstHours(hours: readonly Candle[], levels: readonly number[], side: 1 | -1): readonly number[] {
  const found = levels.map(() => Infinity)
  let next = 0
  for (const [index, { highUsd, lowUsd }] of hours.entries()) {
    while (next < levels.length) {
      const level = levels[next] ?? 0
      if (side > 0 ? highUsd < level : lowUsd > level) break
      found[next++] = index
    }
    if (next === levels.length) break
  }
  return found
}

type Counter = { target: number[][]; weight: number }

function counter(): Counter {
  return { target: STOPS.map(() => TARGETS.map(() => 0)), weight: 0 }
}

function addCounts(counts: Counter, { stops, targets }: Hits, hours: number, weight: number): void {
  counts.weight += weight
  for (const [s, stopHour] of stops.entries()) {
    const row = counts.target[s] ?? []
    for (const [t, targetHour] of targets.entries()) {
      // Both in one hour count as the stop.
      if (targetHour < hours && targetHour < stopHour) row[t] = (row[t] ?? 0) + weight
    }
  }
}

function frequencies({ target, weight }: Counter): TargetTable[Horizon] {
  return target.map((row) => row.map((count) => count / Math.max(1e-9, weight)))
}

function addFirst(first: { before: number[]; hits: number[] }, { stops, targets }: Hits, weight: number): void {
  for (const s of AVERAGED_STOPS) {
    const stopHour = stops[s] ?? Infinity
    if (stopHour === Infinity) continue
    for (const [t, targetHour] of targets.entries()) {
      first.hits[t] = (first.hits[t] ?? 0) + weight
      if (stopHour <= targetHour) first.before[t] = (first.before[t] ?? 0) + weight
    }
  }
}
