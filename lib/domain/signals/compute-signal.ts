import { openTimeOf } from "@/lib/domain/market/candle"
import { levelsFor, type Levels } from "@/lib/domain/risk/levels"
import type { VolatilityForecast } from "@/lib/domain/volatility/forecast"
import type { ForecastModel } from "@/lib/domain/volatility/forecast-model"
import { type CategorySummary, summaryOf, type TechnicalState, technicalStateOf } from "./category-summary"
import { decide } from "./decide"
import { type Direction, sideOf } from "./direction"
import { CATEGORIES, type Category, type IndicatorReading, readIndicator } from "./indicator"
import type { MarketInputs } from "./market-inputs"
import { type MarketView, viewMarket } from "./market-view"
import { parameters } from "./parameters"
import { confidenceOf, type Flag, flagsOf, probabilityUp24h } from "./probability"
import { idOf, indicators } from "./registry"
import { strengthOf } from "./strength"
import { type CategoryVote, categoryVote, countVotes, type Counts, perCategory, scoreOf } from "./vote-counts"

export type Signal = {
  /** The 4h close that the vote was taken at. */
  readonly decisionTimeMs: number
  readonly direction: Direction
  /** Calibrated probability of the signalled side, see `confidenceOf`. */
  readonly confidence: number
  /** (long − short) / voting, −1…1. */
  readonly score: number
  /** 0–100, see `strengthOf`. No probability. */
  readonly strength: number
  readonly pUp24h: number
  readonly flags: readonly Flag[]
  readonly counts: Counts
  readonly breakdown: Readonly<Record<Category, Counts>>
  readonly categories: Readonly<Record<Category, CategoryVote>>
  readonly summaries: Readonly<Record<Category, CategorySummary>>
  readonly technicalState: TechnicalState | null
  readonly readings: readonly IndicatorReading[]
  readonly volatility: VolatilityForecast | null
  readonly levels: Levels | null
  /** Fear & greed index of the vote, `null` when it abstained. */
  readonly fearGreed: number | null
  /** Too few indicators for a call, so the direction is NEUTRAL. */
  readonly degraded: boolean
  /** Missing parts of the vote as sentences; empty when every category voted. */
  readonly weaknesses: readonly string[]
  readonly view: MarketView
}

export type SignalParams = {
  readonly nowMs: number
  /** Price that the levels start from. */
  readonly priceUsd: number
  /** The class of the 4h close before, for the dead band; `null` without one. */
  readonly previousDirection: Direction | null
  /** Absent: the minimum of the service. Studies with fewer inputs set a lower one. */
  readonly minimum?: Minimum
  /** Absent: the model of the current method version. Walk-forward studies set the model of the time. */
  readonly model?: ForecastModel
}

type Minimum = { readonly indicators: number; readonly categories: number }

/**
 * The vote on one coin at the last 4h close, from data that were known then.
 *
 * Pure and deterministic: until the next 4h close the same inputs give the same vote. Later data in the inputs are ignored.
 */
export function computeSignal(inputs: MarketInputs, question: SignalParams): Signal {
  const decisionTimeMs = openTimeOf(question.nowMs, "4h")
  const view = viewMarket(inputs, decisionTimeMs, question.model)
  const readings = indicators.map((indicator) => readIndicator(indicator, view))
  const categorizedVotes = readings.map(({ vote, indicator }) => ({ vote, category: indicator.category }))
  const counts = countVotes(categorizedVotes)
  const breakdown = perCategory((category) =>
    countVotes(categorizedVotes.filter((categorizedVote) => categorizedVote.category === category)),
  )
  const categories = perCategory((category) => categoryVote(breakdown[category]))
  const score = scoreOf(counts)
  const flags = flagsOf(view)
  const fearGreed = fearGreedOf(readings)
  const pUp24h = probabilityUp24h({ score, flags, fearGreed })
  const degraded = tooFew(counts, categories, question.minimum ?? parameters.minimum)
  const direction = degraded ? "NEUTRAL" : decide({ score, flags, pUp24h, previous: question.previousDirection })
  return {
    decisionTimeMs,
    direction,
    confidence: confidenceOf(pUp24h, sideOf(direction)),
    score,
    strength: strengthOf(direction, score),
    pUp24h,
    flags,
    counts,
    breakdown,
    categories,
    summaries: perCategory((category) => summaryOf(categories[category])),
    technicalState: technicalStateOf(view),
    readings,
    volatility: view.volatility,
    levels: levelsFor({ entryUsd: question.priceUsd, atr: view.atr, days: view.days, side: sideOf(direction) }),
    fearGreed,
    degraded,
    weaknesses: weaknesses(counts, breakdown, degraded),
    view,
  }
}

function tooFew(
  counts: Counts,
  categories: Readonly<Record<Category, CategoryVote>>,
  { indicators, categories: leastHeard }: Minimum,
): boolean {
  const heard = Object.values(categories).filter((vote) => vote !== "UNAVAILABLE").length
  return voting(counts) < indicators || heard < leastHeard
}

function weaknesses(counts: Counts, breakdown: Signal["breakdown"], degraded: boolean): readonly string[] {
  const silent = CATEGORIES.filter((category) => voting(breakdown[category]) === 0)
  return [
    ...(degraded ? [`only ${voting(counts)} of ${indicators.length} indicators could vote: too few for a call`] : []),
    ...silent.map((category) => `no ${category} indicator could vote`),
  ]
}

function voting({ long, short, neutral }: Counts): number {
  return long + short + neutral
}

function fearGreedOf(readings: readonly IndicatorReading[]): number | null {
  const value = readings.find(({ indicator }) => idOf(indicator) === "sentiment.fear_greed")?.value
  return typeof value === "number" ? value : null
}
