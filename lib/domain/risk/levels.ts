import type { Columns } from "@/lib/domain/market/columns"
import { pivotHighs, pivotLows } from "./pivots"

/** Prices in US dollars. `stop` and the targets lie on opposite sides of `entry`, 1, 2 and 3 times its distance away. */
export type Levels = {
  readonly entry: number
  readonly stop: number
  readonly targets: readonly [number, number, number]
}

const DEFAULT_ATR = 1.5
const LEAST_ATR = 1.25
const MOST_ATR = 2
const BEYOND_PIVOT_ATR = 0.25
const PIVOT_REACH = 3
const PIVOT_WINDOW = 90

/**
 * A stop beyond the last daily pivot, kept between 1.25 and 2 ATR(14); without a pivot 1.5 ATR. NEUTRAL gets the
 * long-side plan as a reference. `null` in a market that does not move.
 */
export function levelsFor(plan: {
  readonly entryUsd: number
  /** ATR(14) of closed days. */
  readonly atr: number
  readonly days: Columns
  readonly side: -1 | 0 | 1
}): Levels | null {
  const { entryUsd: entry, atr, days } = plan
  if (atr <= 0) return null
  const short = plan.side < 0
  const pivot = short ? lastAbove(days, entry) : lastBelow(days, entry)
  const wanted = pivot === null ? DEFAULT_ATR * atr : Math.abs(entry - pivot) + BEYOND_PIVOT_ATR * atr
  const distance = Math.min(MOST_ATR * atr, Math.max(LEAST_ATR * atr, wanted))
  const direction = short ? -1 : 1
  const stop = entry - direction * distance
  const target = (multiple: number) => entry + direction * multiple * distance
  // A plan whose stop or target would be no price is none: the coin moves by more than it is worth.
  return stop > 0 && target(3) > 0 ? { entry, stop, targets: [target(1), target(2), target(3)] } : null
}

function lastBelow(days: Columns, price: number): number | null {
  const low = days.low.subarray(-PIVOT_WINDOW)
  return pivotLows({ low, length: low.length }, PIVOT_REACH).findLast((level) => level < price) ?? null
}

function lastAbove(days: Columns, price: number): number | null {
  const high = days.high.subarray(-PIVOT_WINDOW)
  return pivotHighs({ high, length: high.length }, PIVOT_REACH).findLast((level) => level > price) ?? null
}
