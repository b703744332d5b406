import type { Coin } from "@/lib/domain/market/coin"
import { DAY_MS } from "@/lib/domain/utc-day"
import type { Study } from "@/lib/backtest/study"
import type { StudyCall } from "@/lib/backtest/walk"
import { hoursAfter } from "./hours-after"
import { lookAhead } from "./look-ahead"
import {
  directionForecasts,
  type Judgeable,
  planForecasts,
  pullbacks,
  tableForecasts,
  touchForecasts,
  volatilityLosses,
} from "./observations"
import { coverages } from "./ranges"
import { gapsOf, type Measured, meanOf, scoreOf } from "./score"
import { changes, regimeStability } from "./stability"

/** One line of the goals table. `last`: the last year alone, `null` where a year says nothing of its own. */
export type Goal = {
  readonly goal: string
  readonly threshold: string
  readonly unit: "percent" | "number"
  readonly all: Measured
  readonly last: Measured | null
  /** How much of the period the numbers behind it were fitted to or chosen on. `part`: all but the last year. */
  readonly seen: Seen
  readonly met: Met
}

type Seen = "none" | "part" | "all"

/**
 * Over the whole period, and where the fit has seen all but the last year, over that year too: its interval counts.
 * `within noise`: the value meets the threshold, an end of its interval does not, or it has none. `in sample`: the value
 * meets it on days that the fit has seen.
 */
type Met = "yes" | "within noise" | "in sample" | "no"

/** A few of them have no call, where candles are missing. */
const LOOK_AHEAD_PAIRS = 2_200
const CLOSES_PER_DAY = 6
const YEAR_MS = 365 * DAY_MS

/** Measures the goals on a study. `pairs`: how many calls are asked twice, with and without their future. */
export function measureGoals(
  study: Study,
  calls: ReadonlyMap<Coin, readonly StudyCall[]>,
  pairs = LOOK_AHEAD_PAIRS,
): readonly Goal[] {
  const coins = [...calls].map(([coin, list]) => ({
    calls: list,
    after: hoursAfter(study.histories.get(coin)?.hours ?? []),
  }))
  const endMs = Math.max(...coins.map(({ calls: list }) => list.at(-1)?.decisionTimeMs ?? 0))
  const lastYear = coins.map(({ calls: list, after }) => ({
    calls: list.filter(({ decisionTimeMs }) => decisionTimeMs >= endMs - YEAR_MS),
    after,
  }))
  const both = (measure: (from: readonly Judgeable[]) => Measured) => ({ all: measure(coins), last: measure(lastYear) })
  /** Fitted to the closes before the last year: touch odds, ranges, volatility. */
  const partSeen = goalOf("part")
  /** Fitted to the whole period or chosen on it: P(up), the table of targets, the flags, the rules of class and regime. */
  const allSeen = goalOf("all")
  const rate = (of: "class" | "side") =>
    both((from) => {
      const perClose = meanOf(from.flatMap(({ calls: list }) => changes(list, of)))
      return scaled(perClose, CLOSES_PER_DAY)
    })
  const [direction, touches24h, touches7d] = [
    (from: readonly Judgeable[]) => scoreOf(directionForecasts(from)),
    (from: readonly Judgeable[]) => scoreOf(touchForecasts(from, "24h")),
    (from: readonly Judgeable[]) => scoreOf(touchForecasts(from, "7d")),
  ]
  const gapGoals = (of: string, gaps: (from: readonly Judgeable[]) => ReturnType<typeof gapsOf>) => [
    allSeen(
      `target before stop, ${of}: mean gap`,
      "≤ 2 points",
      atMost(0.02),
      both((from) => gaps(from).mean),
      "percent",
    ),
    allSeen(
      `target before stop, ${of}: worst gap`,
      "≤ 5 points",
      atMost(0.05),
      both((from) => gaps(from).worst),
      "percent",
    ),
  ]
  return [
    lookAheadGoal(study, pairs),
    allSeen(
      "24 h direction: calibration error",
      "≤ 0.025",
      atMost(0.025),
      both((from) => direction(from).calibrationError),
    ),
    allSeen(
      "24 h direction: Brier skill",
      "≥ 0",
      atLeast(0),
      both((from) => direction(from).skill),
      "percent",
    ),
    allSeen(
      "pullback in an up-trend: rises within 24 h",
      "≥ 55%, interval above 50%",
      atLeast(0.55),
      both((from) => scoreOf(pullbacks(from)).rate),
      "percent",
    ),
    partSeen(
      "touch within 24 h: calibration error",
      "≤ 0.025",
      atMost(0.025),
      both((from) => touches24h(from).calibrationError),
    ),
    partSeen(
      "touch within 24 h: Brier skill",
      "≥ 10%",
      atLeast(0.1),
      both((from) => touches24h(from).skill),
      "percent",
    ),
    partSeen(
      "touch within 7 d: calibration error",
      "≤ 0.025",
      atMost(0.025),
      both((from) => touches7d(from).calibrationError),
    ),
    partSeen(
      "touch within 7 d: Brier skill",
      "≥ 7%",
      atLeast(0.07),
      both((from) => touches7d(from).skill),
      "percent",
    ),
    ...gapGoals("every day and side", (from) => gapsOf(tableForecasts(from))),
    ...gapGoals("the engine's own plans", (from) => gapsOf(planForecasts(from))),
    partSeen(
      "80% range of 24 h holds",
      "78–83%",
      within(0.78, 0.83),
      both((from) => coverages(from, "24h")),
      "percent",
    ),
    partSeen(
      "80% range of 7 d holds",
      "78–83%",
      within(0.78, 0.83),
      both((from) => coverages(from, "7d")),
      "percent",
    ),
    partSeen(
      "volatility of 1 d: QLIKE",
      "≤ 0.40",
      atMost(0.4),
      both((from) => meanOf(volatilityLosses(from, "24h"))),
    ),
    partSeen(
      "volatility of 7 d: QLIKE",
      "≤ 0.26",
      atMost(0.26),
      both((from) => meanOf(volatilityLosses(from, "7d"))),
    ),
    allSeen("class changes per day and coin", "≤ 0.25", atMost(0.25), rate("class")),
    allSeen("side changes per day and coin", "≤ 0.10", atMost(0.1), rate("side")),
    ...regimeGoals(study),
  ]
}

function lookAheadGoal(study: Study, pairs: number): Goal {
  const perCoin = Math.ceil(pairs / study.histories.size)
  const found = [...study.histories].map(([coin, history]) => lookAhead({ ...study, coin, history }, perCoin))
  const differing = found.reduce((sum, one) => sum + one.differing, 0)
  const compared = found.reduce((sum, one) => sum + one.compared, 0)
  const all = { value: differing, interval: null, n: compared }
  return {
    goal: "calls that change when the future is removed",
    threshold: "0 of ≥ 2,000",
    unit: "number",
    all,
    last: null,
    seen: "none",
    met: differing === 0 && compared >= 2_000 ? "yes" : "no",
  }
}

function regimeGoals({ histories, series }: Study): readonly Goal[] {
  const history = histories.get("BTC")
  if (history === undefined) return []
  const { days, flipsPerYear, medianDwellDays } = regimeStability(history, series.fearGreed)
  const measured = (value: number) => ({ all: { value, interval: null, n: days }, last: null })
  const goal = goalOf("all")
  return [
    goal("regime changes a year", "≤ 25", atMost(25), measured(flipsPerYear)),
    goal("median days in a regime", "≥ 10", atLeast(10), measured(medianDwellDays)),
  ]
}

function goalOf(seen: Seen) {
  return (
    goal: string,
    threshold: string,
    meets: (value: number) => boolean,
    measured: { readonly all: Measured; readonly last: Measured | null },
    unit: Goal["unit"] = "number",
  ): Goal => ({ goal, threshold, unit, ...measured, seen, met: verdict(seen, measured, meets) })
}

export function verdict(
  seen: Seen,
  { all, last }: { readonly all: Measured; readonly last: Measured | null },
  meets: (value: number) => boolean,
): Met {
  const judged = seen === "part" ? last : all
  if (judged === null || !meets(all.value) || !meets(judged.value)) return "no"
  if (seen === "all") return "in sample"
  const { interval } = judged
  return interval !== null && meets(interval.low) && meets(interval.high) ? "yes" : "within noise"
}

function scaled({ value, interval, n }: Measured, factor: number): Measured {
  return {
    value: value * factor,
    interval: interval && { low: interval.low * factor, high: interval.high * factor },
    n,
  }
}

function atMost(most: number): (value: number) => boolean {
  return (value) => value <= most
}

function atLeast(least: number): (value: number) => boolean {
  return (value) => value >= least
}

function within(low: number, high: number): (value: number) => boolean {
  return (value) => value >= low && value <= high
}
