import type { Columns } from "@/lib/domain/market/columns"
import { DAY_MS } from "@/lib/domain/utc-day"
import { regimeParameters } from "./parameters"
import { type FearGreedPoint, regimeFacts, type RegimeFacts, WARM_UP_DAYS } from "./regime-facts"
import { classify, type Regime } from "./regime-rules"

/** A change of the called regime, at the close that confirmed it. */
export type RegimeChange = { readonly from: Regime; readonly to: Regime; readonly atMs: number }

export type RegimeCall = {
  readonly regime: Regime
  /** Closed days since it was called; a lower bound when it is older than the history. */
  readonly days: number
  readonly isLowerBound: boolean
  /** The regime of the last day alone, and the number of consecutive days with it. */
  readonly lastDay: { readonly regime: Regime; readonly days: number }
  /** Within the days looked at, newest first. */
  readonly changes: readonly RegimeChange[]
  readonly lookedAtDays: number
  readonly facts: RegimeFacts
}

/** Share of days with the same regime 7 and 30 days later, bitcoin 2018-09 to 2026-05: our own study. */
export const REGIME_PERSISTENCE = { after7d: 0.66, after30d: 0.26 } as const

/** Days of history in an answer. */
const ANSWER_DAYS = 180

/** Days before them, to confirm the regime of the first day. */
const WARM_UP_CONFIRM_DAYS = 30

/** Days that a regime reads. */
export const REGIME_DAYS = WARM_UP_DAYS + WARM_UP_CONFIRM_DAYS + ANSWER_DAYS

/**
 * The regime at the last closed day, by rules of which the first match wins. `null` below 395 days of history.
 *
 * It describes and does not forecast. Without the fear & greed index neither capitulation nor euphoria is called.
 */
export function regimeOf(days: Columns, fearGreed: readonly FearGreedPoint[]): RegimeCall | null {
  const facts = regimeFacts(days, fearGreed, WARM_UP_CONFIRM_DAYS + ANSWER_DAYS)
  const daily = facts.map(classify)
  const confirmed = confirm(daily).slice(-ANSWER_DAYS)
  const [last, regime, lastDay] = [facts.at(-1), confirmed.at(-1), daily.at(-1)]
  const lastOpenMs = days.openTimeMs.at(-1)
  if (last === undefined || regime === undefined || lastDay === undefined || lastOpenMs === undefined) return null
  const held = runLength(confirmed)
  return {
    regime,
    days: held,
    isLowerBound: held === confirmed.length,
    lastDay: { regime: lastDay, days: runLength(daily) },
    changes: changesOf(confirmed, days.openTimeMs.subarray(-confirmed.length)),
    lookedAtDays: confirmed.length,
    facts: last,
  }
}

/** A regime is called after three consecutive days. Until then the previous one remains. */
export function confirm(daily: readonly Regime[]): readonly Regime[] {
  const { confirmationDays } = regimeParameters
  const called: Regime[] = []
  for (const [i, regime] of daily.entries()) {
    const standing = called.at(-1) ?? regime
    const held = daily.slice(Math.max(0, i - confirmationDays + 1), i + 1)
    const isConfirmed = held.length === confirmationDays && held.every((other) => other === regime)
    called.push(isConfirmed ? regime : standing)
  }
  return called
}

/** How many of the last elements are equal. */
function runLength(regimes: readonly Regime[]): number {
  return regimes.length - 1 - regimes.findLastIndex((other) => other !== regimes.at(-1))
}

function changesOf(confirmed: readonly Regime[], openTimeMs: Float64Array): readonly RegimeChange[] {
  return confirmed
    .flatMap((to, i) => {
      const [from, openMs] = [confirmed[i - 1], openTimeMs[i]]
      return from === undefined || from === to || openMs === undefined ? [] : [{ from, to, atMs: openMs + DAY_MS }]
    })
    .toReversed()
}
