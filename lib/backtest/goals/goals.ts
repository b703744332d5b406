import type { Study } from "@/lib/backtest/study"
import type { StudyCall } from "@/lib/backtest/replay-calls"
import type { Coin } from "@/lib/domain/market/coin"
import { forecastModel } from "@/lib/domain/volatility/forecast-model"
import { hoursAfter } from "./hours-after"
import { lookAhead } from "./look-ahead"
import {
  directionForecasts,
  planForecasts,
  pullbacks,
  tableForecasts,
  touchForecasts,
  volatilityLosses,
} from "./observations"
import { coverages } from "./ranges"
import { calibrationGaps, improvementOf, type Estimate, meanOf, scoreOf } from "./score"
import { changes, regimeStability } from "./stability"

/** One line of the goals table. */
export type Goal = {
  readonly goal: string
  readonly threshold: string
  readonly unit: "percent" | "number"
  readonly all: Estimate
  /** Result on closes after the data of the fit; `null`: no separate result. */
  readonly unseen: Estimate | null
  /** The reference forecast and its result on the unseen closes, or on all closes. */
  readonly peer: { readonly name: string; readonly value: number } | null
  /** The part of the period that was used to fit or choose the parameters. `part`: all closes except the unseen ones. */
  readonly seen: Seen
  readonly met: Met
}

type Seen = "none" | "part" | "all"

/**
 * Judged over the unseen closes where there are any, else over the whole period.
 *
 * `within noise`: the value meets the threshold, but an end of its interval does not, or it has none. `in sample`: the
 * value meets it on closes that the fit has seen.
 */
type Met = "yes" | "within noise" | "in sample" | "no"

/** A few of these closes have no call, because candles are missing. */
const LOOK_AHEAD_PAIRS = 2_200
const CLOSES_PER_DAY = 6
const RANGE_LEVEL = 0.8

/** Measures the goals on a study. `pairs`: number of calls that are computed twice, with and without their future. */
export function measureGoals(
  study: Study,
  calls: ReadonlyMap<Coin, readonly StudyCall[]>,
  pairs = LOOK_AHEAD_PAIRS,
): readonly Goal[] {
  const coins = [...calls].map(([coin, list]) => ({
    calls: list,
    after: hoursAfter(study.histories.get(coin)?.hours ?? []),
  }))
  const unseenFromMs = Date.parse(`${forecastModel.seen.until}T00:00:00Z`)
  // References and peers read earlier closes too, so each part is measured on all of them and cut afterwards.
  const isUnseen = ({ timeMs }: { readonly timeMs: number }) => timeMs >= unseenFromMs
  const isModelWalked = study.models !== undefined
  /** Fitted by `npm run fit`: touch odds, target odds, ranges, volatility. */
  const partSeen = goalOf(isModelWalked ? "none" : "part")
  /** Chosen on the whole period: P(up), the flags, the rules of class and regime. */
  const allSeen = goalOf("all")
  const both = <T extends { readonly timeMs: number }>(
    rows: readonly T[],
    measure: (rows: readonly T[]) => Estimate,
  ): Periods => {
    const unseen = rows.filter(isUnseen)
    return { all: measure(rows), unseen: unseen.length === 0 ? null : measure(unseen) }
  }
  const rate = (of: "class" | "side") =>
    both(
      coins.flatMap(({ calls: list }) => changes(list, of)),
      (rows) => scaled(meanOf(rows), CLOSES_PER_DAY),
    )
  const direction = directionForecasts(coins)
  const touches = { "24h": touchForecasts(coins, "24h"), "7d": touchForecasts(coins, "7d") }
  const losses = { "24h": volatilityLosses(coins, "24h"), "7d": volatilityLosses(coins, "7d") }
  // Uses the period of the verdict. With one model per quarter, the whole period is unseen.
  const peerLoss = (horizon: "24h" | "7d") => {
    const unseen = isModelWalked ? [] : losses[horizon].filter(isUnseen)
    return improvementOf(unseen.length === 0 ? losses[horizon] : unseen).peer.value
  }
  const gapGoals = (of: string, rows: ReturnType<typeof planForecasts>) => [
    partSeen(
      `target before stop, ${of}: mean gap`,
      "≤ 2 points",
      atMost(0.02),
      both(rows, (some) => calibrationGaps(some).mean),
      {
        unit: "percent",
      },
    ),
    partSeen(
      `target before stop, ${of}: worst gap`,
      "≤ 5 points",
      atMost(0.05),
      both(rows, (some) => calibrationGaps(some).worst),
      {
        unit: "percent",
      },
    ),
  ]
  const touchGoals = (horizon: "24h" | "7d", minSkill: number) => [
    partSeen(
      `touch within ${horizon}: calibration error`,
      "≤ 0.025",
      atMost(0.025),
      both(touches[horizon], (some) => scoreOf(some).calibrationError),
    ),
    partSeen(
      `touch within ${horizon}: Brier skill`,
      minSkill > 0 ? `≥ ${100 * minSkill}%` : "> 0",
      (value) => (minSkill > 0 ? value >= minSkill : value > 0),
      both(touches[horizon], (some) => scoreOf(some).skill),
      { unit: "percent", peer: { name: "own coin's trailing-year rate", value: 0 } },
    ),
  ]
  const volatilityGoals = (horizon: "24h" | "7d", name: string) => [
    partSeen(
      `volatility of ${name}: QLIKE below log-HAR`,
      "≥ 10%",
      atLeast(0.1),
      both(losses[horizon], (some) => improvementOf(some).improvement),
      { unit: "percent", peer: { name: "log-HAR", value: 0 } },
    ),
    partSeen(
      `volatility of ${name}: QLIKE`,
      "below log-HAR",
      (value) => value < peerLoss(horizon),
      both(losses[horizon], (some) => improvementOf(some).own),
      { peer: { name: "log-HAR", value: peerLoss(horizon) } },
    ),
  ]
  const rangeGoal = (horizon: "24h" | "7d") => coverageGoal(partSeen, horizon, both(coverages(coins, horizon), meanOf))
  return [
    lookAheadGoal(study, pairs),
    allSeen(
      "24h direction: Brier skill",
      "≥ 0",
      atLeast(0),
      both(direction, (some) => scoreOf(some).skill),
      {
        unit: "percent",
        peer: { name: "always 50%", value: 0 },
      },
    ),
    allSeen(
      "pullback in an uptrend: rises within 24h",
      "≥ 55%, interval above 50%",
      atLeast(0.55),
      both(pullbacks(coins), (some) => scoreOf(some).rate),
      { unit: "percent" },
    ),
    ...touchGoals("24h", 0.05),
    ...touchGoals("7d", 0),
    ...gapGoals("every day and side", tableForecasts(coins)),
    ...gapGoals("the engine's own plans", planForecasts(coins)),
    rangeGoal("24h"),
    rangeGoal("7d"),
    ...volatilityGoals("24h", "1 day"),
    ...volatilityGoals("7d", "7 days"),
    allSeen("class changes per day and coin", "≤ 0.25", atMost(0.25), rate("class")),
    allSeen("side changes per day and coin", "≤ 0.10", atMost(0.1), rate("side")),
    ...regimeGoals(study),
  ]
}

type Periods = { readonly all: Estimate; readonly unseen: Estimate | null }

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
    unseen: null,
    peer: null,
    seen: "none",
    met: differing === 0 && compared >= 2_000 ? "yes" : "no",
  }
}

/** A stated 80% is right where the interval of the coverage contains 80%. */
function coverageGoal(goal: ReturnType<typeof goalOf>, horizon: "24h" | "7d", measured: Periods): Goal {
  const { interval } = measured.unseen ?? measured.all
  const contains = interval !== null && interval.low <= RANGE_LEVEL && RANGE_LEVEL <= interval.high
  const made = goal(`80% range of ${horizon}: coverage`, "interval contains 80%", () => contains, measured, {
    unit: "percent",
  })
  return { ...made, met: made.met === "within noise" ? "yes" : made.met }
}

function regimeGoals({ histories, series }: Study): readonly Goal[] {
  const history = histories.get("BTC")
  if (history === undefined) return []
  const { days, flipsPerYear, medianDwellDays } = regimeStability(history, series.fearGreed)
  const measured = (value: number) => ({ all: { value, interval: null, n: days }, unseen: null })
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
    measured: Periods,
    { unit = "number", peer = null }: Partial<Pick<Goal, "unit" | "peer">> = {},
  ): Goal => ({ goal, threshold, unit, ...measured, peer, seen, met: verdict(seen, measured, meets) })
}

export function verdict(seen: Seen, { all, unseen }: Periods, meets: (value: number) => boolean): Met {
  const decisive = seen === "part" ? unseen : all
  if (decisive === null) return meets(all.value) ? "in sample" : "no"
  if (!meets(decisive.value)) return "no"
  if (seen === "all") return "in sample"
  const { interval } = decisive
  return interval !== null && meets(interval.low) && meets(interval.high) ? "yes" : "within noise"
}

function scaled({ value, interval, n }: Estimate, factor: number): Estimate {
  return {
    value: value * factor,
    interval: interval && { low: interval.low * factor, high: interval.high * factor },
    n,
  }
}

function atMost(max: number): (value: number) => boolean {
  return (value) => value <= max
}

function atLeast(min: number): (value: number) => boolean {
  return (value) => value >= min
}
