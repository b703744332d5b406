import { levelsFor, type Levels } from "@/lib/domain/risk/levels"
import { forecastVolatility, type VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { type Direction, directionOf, guarded, sideOf, weakened } from "./direction"
import type { Category, Indicator, Reading } from "./indicator"
import { type MarketInputs, type MarketView, viewMarket } from "./market-view"
import { parameters } from "./parameters"
import { confidenceOf, type Flag, flagsOf, probabilityUp24h } from "./probability"
import { indicators } from "./registry"
import { type CategoryVote, categoryVote, count, type Counts, perCategory, scoreOf } from "./tally"

export type IndicatorReading = Reading & { readonly indicator: Indicator }

export type Signal = {
  readonly direction: Direction
  /** Calibrated probability of the signalled side, see `confidenceOf`. */
  readonly confidence: number
  /** 0–100: agreement of the votes, no probability. */
  readonly strength: number
  readonly pUp24h: number
  readonly flags: readonly Flag[]
  readonly counts: Counts
  readonly breakdown: Readonly<Record<Category, Counts>>
  readonly categories: Readonly<Record<Category, CategoryVote>>
  readonly readings: readonly IndicatorReading[]
  readonly volatility: VolatilityForecast | null
  readonly levels: Levels | null
  /** Why the call is weaker than usual; empty when it is not. */
  readonly degraded: readonly string[]
  readonly view: MarketView
}

/**
 * The vote on one coin from candles that were closed at `inputs.nowMs`; `priceUsd` anchors the levels only.
 *
 * Pure and deterministic: the same inputs give the same signal, whatever came later.
 */
export function computeSignal(inputs: MarketInputs, priceUsd: number): Signal {
  const view = viewMarket(inputs)
  const readings = indicators.map((indicator) => ({ ...indicator.read(view), indicator }))
  const ballots = readings.map(({ vote, indicator }) => ({ vote, category: indicator.category }))
  const counts = count(ballots)
  const breakdown = perCategory((category) => count(ballots.filter((ballot) => ballot.category === category)))
  const categories = perCategory((category) => categoryVote(breakdown[category]))
  const degraded = weaknesses(counts, categories)
  const score = scoreOf(counts)
  const flags = flagsOf(view)
  const pUp24h = probabilityUp24h(score, flags)
  const direction = degraded.length > 0 ? "NEUTRAL" : decide(score, flags, pUp24h)
  return {
    direction,
    confidence: confidenceOf(pUp24h, sideOf(direction)),
    strength: Math.round(100 * Math.abs(score)),
    pUp24h,
    flags,
    counts,
    breakdown,
    categories,
    readings,
    volatility: forecastVolatility(view.hours),
    levels:
      view.atr === null
        ? null
        : levelsFor({ entryUsd: priceUsd, atr: view.atr, days: view.days, side: sideOf(direction) }),
    degraded,
    view,
  }
}

function decide(score: number, flags: readonly Flag[], pUp24h: number): Direction {
  const voted = directionOf(score)
  const direction = flags.includes("stretched") ? guarded(voted) : voted
  const side = sideOf(direction)
  const likely = side === 0 || confidenceOf(pUp24h, side) >= parameters.downgradeBelow
  return likely ? direction : weakened(direction)
}

function weaknesses(counts: Counts, categories: Readonly<Record<Category, CategoryVote>>): readonly string[] {
  const { minimum } = parameters
  const voting = counts.long + counts.short + counts.neutral
  const heard = Object.values(categories).filter((vote) => vote !== "UNAVAILABLE").length
  const problems: string[] = []
  if (voting < minimum.indicators) problems.push(`only ${voting} of 25 indicators could vote`)
  if (heard < minimum.categories) problems.push(`only ${heard} of 4 categories could vote`)
  return problems
}
