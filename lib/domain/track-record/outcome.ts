import { type Candle, intervalMs, isClosed } from "@/lib/domain/market/candle"
import type { Candles } from "@/lib/domain/market/candle-feed"
import { type Side, sideOf } from "@/lib/domain/signals/direction"
import { DAY_MS, WEEK_MS } from "@/lib/domain/utc-day"
import type { SealedFacts } from "./sealed-signal"

export const HORIZONS = ["24h", "7d"] as const

export type Horizon = (typeof HORIZONS)[number]

export const horizonMs = { "24h": DAY_MS, "7d": WEEK_MS } as const satisfies Record<Horizon, number>

/** 10 bps on each side. */
export const COST_PER_SIDE_RATIO = 0.001

/** With a price later than this after the horizon the call is void, because it measures another window. */
const EXIT_TOLERANCE_MS = 2 * intervalMs["1h"]

/** Prices at both ends of one window, from one price series. */
export type MeasuredOutcome = {
  readonly id: string
  readonly horizon: Horizon
  readonly entryPriceUsd: number
  readonly exitPriceUsd: number
  readonly exitTimeMs: number
  /** Highest and lowest price from entry to exit. Absent: an hour of the window is missing, or the outcome is older than this field. */
  readonly highUsd?: number
  readonly lowUsd?: number
  readonly source: string
}

export type Outcome = "WIN" | "LOSS" | "NEUTRAL" | "VOID"

/** A call with its measured outcome. Returns are fractions: 0.01 is one percent. */
export type CallWithOutcome = {
  readonly facts: SealedFacts
  readonly measured: MeasuredOutcome
  readonly side: Side
  readonly outcome: Outcome
  /** Of the coin over the window. */
  readonly marketReturn: number
  /** side · market return, less both costs; 0 for a neutral call. */
  readonly netReturn: number
}

/**
 * The first hourly close at or after the horizon, once there is one; `null` until then.
 *
 * Entry and exit come from one provider. After a change of provider the entry is read from the new series as well, and
 * a series that does not reach back to it settles nothing.
 */
export function settle(facts: SealedFacts, horizon: Horizon, hours: Candles, nowMs: number): MeasuredOutcome | null {
  const hourMs = intervalMs["1h"]
  const dueMs = facts.decisionTimeMs + horizonMs[horizon]
  const exit = hours.value.find((candle) => candle.openTimeMs + hourMs >= dueMs && isClosed(candle, "1h", nowMs))
  const entry = hours.value.find(({ openTimeMs }) => openTimeMs + hourMs === facts.decisionTimeMs)
  const entryPriceUsd = hours.source === facts.source ? facts.priceUsd : entry?.closeUsd
  if (exit === undefined || entryPriceUsd === undefined) return null
  const exitTimeMs = exit.openTimeMs + hourMs
  return {
    id: facts.id,
    horizon,
    entryPriceUsd,
    exitPriceUsd: exit.closeUsd,
    exitTimeMs,
    ...extremesOf(hours.value, facts.decisionTimeMs, exitTimeMs),
    source: hours.source,
  }
}

/** Highest and lowest price of a window of whole hours, which are in order; nothing when an hour is missing. */
export function extremesOf(
  hours: readonly Pick<Candle, "openTimeMs" | "highUsd" | "lowUsd">[],
  fromMs: number,
  toMs: number,
): Pick<MeasuredOutcome, "highUsd" | "lowUsd"> {
  let [count, highUsd, lowUsd] = [0, -Infinity, Infinity]
  for (const hour of hours) {
    if (hour.openTimeMs < fromMs) continue
    if (hour.openTimeMs >= toMs) break
    count += 1
    highUsd = Math.max(highUsd, hour.highUsd)
    lowUsd = Math.min(lowUsd, hour.lowUsd)
  }
  return count > 0 && count >= (toMs - fromMs) / intervalMs["1h"] ? { highUsd, lowUsd } : {}
}

/** Joins a call with its outcome. A directional call with a return of exactly zero is a loss, because it paid costs. */
export function withOutcome(facts: SealedFacts, measured: MeasuredOutcome): CallWithOutcome {
  const side = sideOf(facts.direction)
  const marketReturn = measured.exitPriceUsd / measured.entryPriceUsd - 1
  const outcome = isVoid(facts, measured) ? "VOID" : outcomeOf(side, marketReturn)
  return { facts, measured, side, outcome, marketReturn, netReturn: netReturn(side, marketReturn) }
}

/** True when the price is too long after the horizon to measure the call. */
export function isVoid(
  { decisionTimeMs }: Pick<SealedFacts, "decisionTimeMs">,
  { horizon, exitTimeMs }: Pick<MeasuredOutcome, "horizon" | "exitTimeMs">,
): boolean {
  return exitTimeMs > decisionTimeMs + horizonMs[horizon] + EXIT_TOLERANCE_MS
}

function outcomeOf(side: Side, marketReturn: number): Outcome {
  if (side === 0) return "NEUTRAL"
  return Math.sign(marketReturn) === side ? "WIN" : "LOSS"
}

/** Return of a position of one unit over a window, after costs of both sides. */
export function netReturn(side: Side, marketReturn: number): number {
  return side === 0 ? 0 : side * marketReturn - 2 * COST_PER_SIDE_RATIO
}
