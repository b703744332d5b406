import type { Coin } from "@/lib/domain/market/coin"
import { maxDrawdown, simpleReturns } from "@/lib/domain/statistics/drawdown"
import { mean, quantile } from "@/lib/domain/statistics/moments"
import { spearman } from "@/lib/domain/statistics/rank-correlation"
import { sharpeRatio } from "@/lib/domain/statistics/sharpe"
import type { SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import type { Horizon, CallWithOutcome } from "@/lib/domain/track-record/outcome"
import { coinFlipper, type Contestant, CONTESTANTS } from "./contestants"
import { daysUntilDistinguishable, type Odds, oddsOf, type ShrunkSharpe, shrinkSharpe } from "./ranking"
import { type DayViews, type EquityPoint, replay, type Run, START_EQUITY_USD } from "./replay"
import { type WindowRecord, windowRecord } from "./windows"

/** Increased when the same record would give other figures. */
export const ARENA_RULES_VERSION = "arena-5"

const FLIPPERS = 100
const FLIPPERS_AT_ONCE = 10
const REFERENCE = "always_long"

/** One contestant's standing. Values that need evidence are `null` while `windows.incubating`. */
export type Standing = {
  readonly id: string
  readonly kind: Contestant["kind"]
  readonly rank: number | null
  readonly windows: WindowRecord
  readonly equityUsd: number
  readonly returnRatio: number
  readonly maxDrawdown: number
  readonly exposure: number
  readonly trades: number
  /** `null` also for a contestant that was never invested: a flat curve has no ratio. */
  readonly sharpe: ShrunkSharpe | null
  /** The lower bound of the Sharpe ratio, 0 for a contestant that was never invested. */
  readonly score: number | null
  readonly odds: Odds | null
  /** Share of the coin-flippers that ended lower. */
  readonly percentileAmongFlips: number | null
  readonly daysUntilDistinguishable: number | null
  readonly curve: readonly EquityPoint[]
  /** Wanted weight by coin now. `null` for the house, whose stance is part of the paid answers. */
  readonly stance: readonly { readonly coin: Coin; readonly weight: number }[] | null
}

export type Arena = {
  /** Daily returns behind every Sharpe ratio. */
  readonly days: number
  readonly standings: readonly Standing[]
  /** Final returns of 100 seeded coin-flippers at the same costs and volatility target; `null` before any record. */
  readonly coinFlipBand: { readonly p05: number; readonly p50: number; readonly p95: number } | null
  /** Rank correlation of Sharpe ratios between both halves of the record; `null` while anyone ranked is too young. */
  readonly rankPersistence: number | null
}

export type ArenaInputs = {
  /** Revealed records only, in order of time: equity that included open calls would show their direction. */
  readonly facts: readonly SealedFacts[]
  /** Measured windows of these records, in order of time. */
  readonly calls: readonly CallWithOutcome[]
  readonly horizon: Horizon
  readonly views: DayViews
  readonly nowMs: number
  readonly coins: readonly Coin[]
}

/** Final returns of all coin-flippers in small groups, so that the caller can pause between them. */
export function* flipReturns({
  facts,
  views,
  coins,
}: Pick<ArenaInputs, "facts" | "views" | "coins">): Generator<readonly number[]> {
  for (let first = 0; first < FLIPPERS; first += FLIPPERS_AT_ONCE) {
    yield Array.from({ length: FLIPPERS_AT_ONCE }, (_, index) =>
      finalReturn(replay(coinFlipper(first + index), facts, { views, coins })),
    )
  }
}

/** Replays every contestant and ranks those with enough behind them by the lower bound of their Sharpe ratio. */
export function runArena({ facts, calls, horizon, views, nowMs, coins }: ArenaInputs, flips: readonly number[]): Arena {
  const runs = CONTESTANTS.map((contestant) => replay(contestant, facts, { views, coins }))
  const returns = runs.map(({ curve }) => returnsOf(curve))
  const reference = runs.findIndex(({ contestant }) => contestant.id === REFERENCE)
  const odds = oddsOf(returns, reference)
  const standings = runs.map((run, index): Omit<Standing, "rank"> => {
    const windows = windowRecord(run.contestant, calls, { views, horizon })
    const { id, kind } = run.contestant
    const own = returns[index] ?? []
    const shown = <T>(value: () => T) => (windows.incubating ? null : value())
    const sharpe = shown(() => sharpeOf(own))
    return {
      id,
      kind,
      windows,
      equityUsd: run.curve.at(-1)?.equityUsd ?? START_EQUITY_USD,
      returnRatio: finalReturn(run),
      maxDrawdown: maxDrawdown([START_EQUITY_USD, ...run.curve.map(({ equityUsd }) => equityUsd)]),
      exposure: run.exposure,
      trades: run.trades,
      sharpe,
      score: shown(() => sharpe?.interval.low ?? 0),
      odds: shown(() => odds[index] ?? null),
      percentileAmongFlips: shown(() => mean(flips.map((flip) => Number(flip < finalReturn(run))))),
      daysUntilDistinguishable: shown(() => daysUntilDistinguishable(own, returns[reference] ?? [])),
      curve: run.curve,
      stance: kind === "house" ? null : stanceOf(run.contestant, { views, nowMs, coins }),
    }
  })
  return {
    days: Math.max(0, ...returns.map(({ length }) => length)),
    standings: ranked(standings),
    coinFlipBand: facts.length === 0 ? null : bandOf(flips),
    rankPersistence: persistenceOf(returns.filter((_, index) => standings[index]?.sharpe)),
  }
}

/** Daily returns, the first day's included. */
export function returnsOf(curve: readonly EquityPoint[]): readonly number[] {
  return simpleReturns([START_EQUITY_USD, ...curve.map(({ equityUsd }) => equityUsd)])
}

function sharpeOf(returns: readonly number[]): ShrunkSharpe | null {
  const sharpe = sharpeRatio(returns, 365)
  return sharpe === null ? null : shrinkSharpe(sharpe, returns.length)
}

function finalReturn({ curve }: Run): number {
  return (curve.at(-1)?.equityUsd ?? START_EQUITY_USD) / START_EQUITY_USD - 1
}

function persistenceOf(series: readonly (readonly number[])[]): number | null {
  const halves = series.flatMap((returns) => {
    const middle = Math.floor(returns.length / 2)
    const first = sharpeRatio(returns.slice(0, middle), 365)
    const second = sharpeRatio(returns.slice(middle), 365)
    return first === null || second === null ? [] : [{ first, second }]
  })
  return spearman(
    halves.map(({ first }) => first),
    halves.map(({ second }) => second),
  )
}

/** Best first; incubating contestants follow in their own order. */
function ranked(standings: readonly Omit<Standing, "rank">[]): readonly Standing[] {
  const able = standings.filter(({ score }) => score !== null).sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
  const rest = standings.filter(({ score }) => score === null)
  return [
    ...able.map((standing, index) => ({ ...standing, rank: index + 1 })),
    ...rest.map((standing) => ({ ...standing, rank: null })),
  ]
}

function bandOf(flips: readonly number[]): Arena["coinFlipBand"] {
  const at = (probability: number) => quantile(flips, probability) ?? 0
  return { p05: at(0.05), p50: at(0.5), p95: at(0.95) }
}

/** Computed from public candles alone: a baseline that reads sealed inputs has no stance. */
function stanceOf(
  contestant: Contestant,
  { views, nowMs, coins }: Pick<ArenaInputs, "views" | "nowMs" | "coins">,
): Standing["stance"] {
  const stance = coins.flatMap((coin) => {
    const weight = contestant.weight({ coin, timeMs: nowMs, facts: null, day: views(coin, nowMs) })
    return weight === null ? [] : [{ coin, weight }]
  })
  return stance.length === 0 ? null : stance
}
