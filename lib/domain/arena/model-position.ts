import type { Coin } from "@/lib/domain/market/coin"
import { maxDrawdown } from "@/lib/domain/statistics/drawdown"
import type { Bounds } from "@/lib/domain/statistics/interval"
import { deviation } from "@/lib/domain/statistics/moments"
import { fitLine } from "@/lib/domain/statistics/regression"
import {
  deflatedSharpe,
  minimumTrackRecord,
  probabilisticSharpe,
  sharpeRatio,
  sharpeSample,
} from "@/lib/domain/statistics/sharpe"
import type { SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import { returnsOf } from "./arena"
import { CONTESTANTS } from "./contestants"
import { shrinkSharpe } from "./ranking"
import { type DayViews, replay, type Run, START_EQUITY_USD } from "./replay"

const DAYS_PER_YEAR = 365

/** The number of variants that were tried while the method was chosen. All its ratios are deflated by it. */
export const TRIALS_DECLARED = 250

/** Fewest days for which a ratio is shown. */
const SHOWN_FROM_DAYS = 30

export type PaperAccount = {
  readonly totalReturn: number
  readonly maxDrawdown: number
  readonly volatilityAnnual: number | null
  readonly sharpeAnnual: number | null
}

/** The composite's long/flat position on paper against holding the coins in equal parts. */
export type ModelPosition = PaperAccount & {
  readonly days: number
  readonly exposure: number
  readonly turnoverPerYear: number | null
  readonly hold: PaperAccount
  readonly sharpeInterval: Bounds | null
  /** Intercept of its daily returns on the market's, annualised. */
  readonly alphaAnnual: { readonly value: number; readonly interval: Bounds } | null
  /** Probability that the true Sharpe ratio is above zero, including the part that the market explains. */
  readonly psrVsZero: number | null
  /** The same against the best of `TRIALS_DECLARED` variants without skill, less the part that the market explains. */
  readonly deflatedSharpe: number | null
  /** Days that an annual Sharpe ratio of 1 would need, with this shape of returns. */
  readonly minDaysForSharpeOne: number | null
  readonly curve: readonly { readonly timeMs: number; readonly equity: number; readonly benchmark: number }[]
}

/** `facts` as for the arena: revealed records in order of time. */
export function modelPosition(
  facts: readonly SealedFacts[],
  inputs: { readonly views: DayViews; readonly coins: readonly Coin[] },
): ModelPosition {
  const own = runOf("composite", facts, inputs)
  const hold = runOf("always_long", facts, inputs)
  const returns = returnsOf(own.curve)
  const market = returnsOf(hold.curve)
  const shown = returns.length >= SHOWN_FROM_DAYS
  const account = accountOf(own)
  const sample = shown ? sharpeSample(returns) : null
  const line = shown ? fitLine(market, returns) : null
  const annual = (daily: number) => daily * DAYS_PER_YEAR
  return {
    ...account,
    days: returns.length,
    exposure: own.exposure,
    turnoverPerYear: shown ? (own.turnover * DAYS_PER_YEAR) / returns.length : null,
    hold: accountOf(hold),
    sharpeInterval: account.sharpeAnnual === null ? null : shrinkSharpe(account.sharpeAnnual, returns.length).interval,
    alphaAnnual: line && {
      value: annual(line.intercept),
      interval: { low: annual(line.interceptInterval.low), high: annual(line.interceptInterval.high) },
    },
    psrVsZero: sample && probabilisticSharpe(sample, 0),
    deflatedSharpe: shown ? deflatedAppraisal(market, returns) : null,
    minDaysForSharpeOne: sample && minimumTrackRecord({ ...sample, ratio: 1 / Math.sqrt(DAYS_PER_YEAR) }, 0),
    curve: own.curve.map(({ timeMs, equityUsd }, index) => ({
      timeMs,
      equity: equityUsd / START_EQUITY_USD,
      benchmark: (hold.curve[index]?.equityUsd ?? START_EQUITY_USD) / START_EQUITY_USD,
    })),
  }
}

/**
 * Probability that the appraisal ratio (the Sharpe ratio of the residuals of a regression on the market) beats the best
 * of `TRIALS_DECLARED` variants without skill; `null` when the residuals are zero.
 *
 * Total returns cannot be tested: luck has a mean of zero, and holding a rising market has a higher one.
 *
 * @see Treynor and Black 1973, How to use security analysis to improve portfolio selection.
 */
export function deflatedAppraisal(market: readonly number[], returns: readonly number[]): number | null {
  const line = fitLine(market, returns)
  if (line === null) return null
  const beside = sharpeSample(returns.map((value, index) => value - line.slope * (market[index] ?? Number.NaN)))
  // Ratios without skill scatter with variance 1/(n − 1) per period.
  return beside && deflatedSharpe(beside, TRIALS_DECLARED, 1 / (beside.n - 1))
}

function runOf(id: string, facts: readonly SealedFacts[], inputs: Parameters<typeof modelPosition>[1]): Run {
  const contestant = CONTESTANTS.find((other) => other.id === id)
  if (contestant === undefined) throw new RangeError(`"${id}" is not a contestant.`)
  return replay(contestant, facts, inputs)
}

function accountOf({ curve }: Run): PaperAccount {
  const equity = [START_EQUITY_USD, ...curve.map(({ equityUsd }) => equityUsd)]
  const returns = returnsOf(curve)
  const shown = returns.length >= SHOWN_FROM_DAYS
  const daily = shown ? deviation(returns) : null
  return {
    totalReturn: (equity.at(-1) ?? START_EQUITY_USD) / START_EQUITY_USD - 1,
    maxDrawdown: maxDrawdown(equity),
    volatilityAnnual: daily === null ? null : daily * Math.sqrt(DAYS_PER_YEAR),
    sharpeAnnual: shown ? sharpeRatio(returns, DAYS_PER_YEAR) : null,
  }
}
