import type { Columns } from "@/lib/domain/market/columns"
import { round } from "@/lib/domain/round"
import { riskParameters } from "./parameters"
import { pivotHighs, pivotLows } from "./pivots"
import { priceDecimals, roundAway } from "./tick"

/**
 * Prices in US dollars, on ticks. `stop` and the targets lie on opposite sides of `entry`, 1, 2 and 3 times its distance
 * away. `reference`: the call has no direction, so these are the levels of a long.
 */
export type Levels = {
  readonly kind: "plan" | "reference"
  readonly side: "long" | "short"
  readonly entry: number
  readonly stop: number
  readonly targets: readonly [number, number, number]
  /** Distance of the stop in daily ATR(14). */
  readonly stopAtr: number
}

const { stop: stopRule, targetMultiples, dailyPivots } = riskParameters

/**
 * A stop beyond the last daily pivot, kept between 1.25 and 2 ATR(14), or at 1.5 ATR without a pivot. `null` without an ATR,
 * or where a stop or target would be 0 or less.
 */
export function levelsFor(question: {
  readonly entryUsd: number
  /** ATR(14) of closed days; `null` while it warms up. */
  readonly atr: number | null
  readonly days: Pick<Columns, "high" | "low">
  readonly side: -1 | 0 | 1
}): Levels | null {
  const { atr, days } = question
  if (atr === null || atr <= 0) return null
  const entry = round(question.entryUsd, priceDecimals(question.entryUsd))
  const short = question.side < 0
  const pivot = short ? lastAbove(days, entry) : lastBelow(days, entry)
  const wanted = pivot === null ? stopRule.defaultAtr * atr : Math.abs(entry - pivot) + stopRule.beyondPivotAtr * atr
  const distance = Math.min(stopRule.maxAtr * atr, Math.max(stopRule.minAtr * atr, wanted))
  const away = (multiple: number) => roundAway(entry + (short ? -1 : 1) * multiple * distance, entry)
  const stop = away(-1)
  const [first, second, third] = [away(targetMultiples[0]), away(targetMultiples[1]), away(targetMultiples[2])]
  if (Math.min(stop, third) <= 0) return null
  return {
    kind: question.side === 0 ? "reference" : "plan",
    side: short ? "short" : "long",
    entry,
    stop,
    targets: [first, second, third],
    stopAtr: distance / atr,
  }
}

function lastBelow({ low }: Pick<Columns, "low">, price: number): number | null {
  return pivotLows(low.subarray(-dailyPivots.window), dailyPivots.reach).findLast((level) => level < price) ?? null
}

function lastAbove({ high }: Pick<Columns, "high">, price: number): number | null {
  return pivotHighs(high.subarray(-dailyPivots.window), dailyPivots.reach).findLast((level) => level > price) ?? null
}
