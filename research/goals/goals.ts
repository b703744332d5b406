import type { Study } from "@/research/study"
import type { StudyCall } from "@/research/replay-calls"
import type { Coin } from "@/lib/domain/market/coin"
import type { DataPeriod } from "@/lib/domain/track-record/data-periods"
import { dataUntil, decisivePeriod, type Estimate, type Goal, type Met } from "@/lib/domain/track-record/measured-goals"
import { hoursAfter } from "./hours-after"
import { lookAhead } from "./look-ahead"
import {
  directionForecasts,
  planForecasts,
  pullbacks,
  sideForecasts,
  SIDES,
  touchForecasts,
  volatilityLosses,
} from "./observations"
import { coverages, quantileForecasts } from "./ranges"
import { calibrationGaps, type CellForecast, improvementOf, meanOf, scoreOf } from "./score"
import { changes, regimeStability } from "./stability"

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
  // References and peers read earlier closes too, so each part is measured on all of them and cut afterwards.
  const byFit = periodsOf(study.models !== undefined)
  /** Of P(up), the flags, and the rules of class and regime, which people chose over the whole history. */
  const byChoice = periodsOf(false)
  const rate = (of: "class" | "side") =>
    byChoice(
      coins.flatMap(({ calls: list }) => changes(list, of)),
      (rows) => scaled(meanOf(rows), CLOSES_PER_DAY),
    )
  const direction = directionForecasts(coins)
  const touches = { "24h": touchForecasts(coins, "24h"), "7d": touchForecasts(coins, "7d") }
  const losses = { "24h": volatilityLosses(coins, "24h"), "7d": volatilityLosses(coins, "7d") }
  const peerLoss = (horizon: "24h" | "7d") => {
    const peers = byFit(losses[horizon], (some) => improvementOf(some).peer)
    return peers[decisivePeriod(peers)]?.value ?? Number.NaN
  }
  const gapGoal = (goal: string, rows: readonly CellForecast[], size: "mean" | "worst", points: number) =>
    goalOf(
      goal,
      `≤ ${points} points`,
      atMost(points / 100),
      byFit(rows, (some) => calibrationGaps(some)[size]),
      { unit: "percent" },
    )
  const targetGoals = (of: string, rows: readonly CellForecast[]) => [
    gapGoal(`target before stop, ${of}: mean gap`, rows, "mean", 2),
    gapGoal(`target before stop, ${of}: worst gap`, rows, "worst", 5),
  ]
  /** Each side of its own: a drift makes one side better and the other one worse, and their mean hides it. */
  const sideGoals = (horizon: "3d" | "7d" | "14d") => {
    const rows = sideForecasts(coins, horizon)
    return [
      gapGoal(`stop and targets within ${horizon}: worst of eight cells`, rows, "worst", 2.5),
      ...SIDES.map((side) => {
        const ofSide = rows.filter(({ cell }) => cell.startsWith(side))
        return gapGoal(`stop and targets within ${horizon}, ${side}s: mean gap`, ofSide, "mean", 2)
      }),
    ]
  }
  const touchGoals = (horizon: "24h" | "7d", minSkill: number) => [
    goalOf(
      `touch within ${horizon}: calibration error`,
      "≤ 0.025",
      atMost(0.025),
      byFit(touches[horizon], (some) => scoreOf(some).calibrationError),
    ),
    goalOf(
      `touch within ${horizon}: Brier skill`,
      minSkill > 0 ? `≥ ${100 * minSkill}%` : "> 0",
      (value) => (minSkill > 0 ? value >= minSkill : value > 0),
      byFit(touches[horizon], (some) => scoreOf(some).skill),
      { unit: "percent", peer: { name: "own coin's trailing-year rate", value: 0 } },
    ),
    gapGoal(`touch within ${horizon}: worst of twelve cells`, touches[horizon], "worst", 2.5),
    ...(["above", "below"] as const).map((side) => {
      const ofSide = touches[horizon].filter(({ cell }) => cell.startsWith(side))
      return gapGoal(`touch within ${horizon}, ${side}: mean gap`, ofSide, "mean", 2)
    }),
  ]
  const volatilityGoals = (horizon: "24h" | "7d", name: string) => [
    goalOf(
      `volatility of ${name}: QLIKE below log-HAR`,
      "≥ 10%",
      atLeast(0.1),
      byFit(losses[horizon], (some) => improvementOf(some).improvement),
      { unit: "percent", peer: { name: "log-HAR", value: 0 } },
    ),
    goalOf(
      `volatility of ${name}: QLIKE`,
      "below log-HAR",
      (value) => value < peerLoss(horizon),
      byFit(losses[horizon], (some) => improvementOf(some).own),
      { peer: { name: "log-HAR", value: peerLoss(horizon) } },
    ),
  ]
  const rangeGoal = (horizon: "24h" | "7d") => coverageGoal(horizon, byFit(coverages(coins, horizon), meanOf))
  return [
    lookAheadGoal(study, pairs),
    goalOf(
      "24h direction: Brier skill",
      "≥ 0",
      atLeast(0),
      byChoice(direction, (some) => scoreOf(some).skill),
      {
        unit: "percent",
        peer: { name: "always 50%", value: 0 },
        isChosen: true,
      },
    ),
    goalOf(
      "pullback in an uptrend: rises within 24h",
      "≥ 55%, interval above 50%",
      atLeast(0.55),
      byChoice(pullbacks(coins), (some) => scoreOf(some).rate),
      { unit: "percent", isChosen: true },
    ),
    ...touchGoals("24h", 0.05),
    ...touchGoals("7d", 0),
    ...sideGoals("3d"),
    ...sideGoals("7d"),
    ...sideGoals("14d"),
    ...targetGoals(
      "every day and side",
      sideForecasts(coins, "14d").filter(({ cell }) => !cell.endsWith("stop")),
    ),
    ...targetGoals("the engine's own plans", planForecasts(coins)),
    rangeGoal("24h"),
    rangeGoal("7d"),
    gapGoal("quantiles of 24h: worst of eleven", quantileForecasts(coins, "24h"), "worst", 1.5),
    gapGoal("quantiles of 7d: worst of eleven", quantileForecasts(coins, "7d"), "worst", 2.5),
    ...volatilityGoals("24h", "1 day"),
    ...volatilityGoals("7d", "7 days"),
    goalOf("class changes per day and coin", "≤ 0.25", atMost(0.25), rate("class"), { isChosen: true }),
    goalOf("side changes per day and coin", "≤ 0.10", atMost(0.1), rate("side"), { isChosen: true }),
    ...regimeGoals(study),
  ]
}

type Periods = Goal["measured"]

/** Measures rows by what their time was used for. With walk-forward models nothing is fitted. */
function periodsOf(isWalked: boolean) {
  const [fittedMs, seenMs] = [dataUntil.fitted, dataUntil.seen].map((day) => Date.parse(`${day}T00:00:00Z`))
  const periodOf = ({ timeMs }: { readonly timeMs: number }): DataPeriod => {
    if (timeMs < (fittedMs ?? 0)) return isWalked ? "seen" : "fitted"
    return timeMs < (seenMs ?? 0) ? "seen" : "unseen"
  }
  return <T extends { readonly timeMs: number }>(
    rows: readonly T[],
    measure: (rows: readonly T[]) => Estimate,
  ): Periods => {
    const estimate = (period: DataPeriod) => {
      const own = rows.filter((row) => periodOf(row) === period)
      return own.length === 0 ? null : measure(own)
    }
    return { fitted: estimate("fitted"), seen: estimate("seen"), unseen: estimate("unseen") }
  }
}

function lookAheadGoal(study: Study, pairs: number): Goal {
  const perCoin = Math.ceil(pairs / study.histories.size)
  const found = [...study.histories].map(([coin, history]) => lookAhead({ ...study, coin, history }, perCoin))
  const differing = found.reduce((sum, one) => sum + one.differing, 0)
  const compared = found.reduce((sum, one) => sum + one.compared, 0)
  return {
    goal: "calls that change when the future is removed",
    threshold: "0 of ≥ 2,000",
    unit: "number",
    // Nothing is fitted, so every close is as good as an unseen one.
    measured: { fitted: null, seen: null, unseen: { value: differing, interval: null, n: compared } },
    peer: null,
    judgedOn: "unseen",
    met: differing === 0 && compared >= 2_000 ? "yes" : "no",
  }
}

/** A stated 80% is right where the interval of the coverage contains 80%. */
function coverageGoal(horizon: "24h" | "7d", measured: Periods): Goal {
  const interval = measured[decisivePeriod(measured)]?.interval ?? null
  const contains = interval !== null && interval.low <= RANGE_LEVEL && RANGE_LEVEL <= interval.high
  const made = goalOf(`80% range of ${horizon}: coverage`, "interval contains 80%", () => contains, measured, {
    unit: "percent",
  })
  return { ...made, met: made.met === "within noise" ? "yes" : made.met }
}

function regimeGoals({ histories, series }: Study): readonly Goal[] {
  const history = histories.get("BTC")
  if (history === undefined) return []
  const { days, flipsPerYear, medianDwellDays } = regimeStability(history, series.fearGreed)
  const measured = (value: number): Periods => ({
    fitted: { value, interval: null, n: days },
    seen: null,
    unseen: null,
  })
  return [
    goalOf("regime changes a year", "≤ 25", atMost(25), measured(flipsPerYear)),
    goalOf("median days in a regime", "≥ 10", atLeast(10), measured(medianDwellDays)),
  ]
}

function goalOf(
  goal: string,
  threshold: string,
  meets: (value: number) => boolean,
  measured: Periods,
  {
    unit = "number",
    peer = null,
    isChosen = false,
  }: Partial<Pick<Goal, "unit" | "peer">> & { isChosen?: boolean } = {},
): Goal {
  const met = verdict(measured, meets, isChosen)
  return { goal, threshold, unit, measured, peer, judgedOn: decisivePeriod(measured), met }
}

/** @param isChosen the rule was chosen on the seen data */
export function verdict(measured: Periods, meets: (value: number) => boolean, isChosen = false): Met {
  const period = decisivePeriod(measured)
  const decisive = measured[period]
  if (decisive === null || !meets(decisive.value)) return "no"
  if (period === "fitted" || (isChosen && period === "seen")) return "in sample"
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
