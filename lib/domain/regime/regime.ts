import type { Columns } from "@/lib/domain/market/columns"
import { regimeParameters } from "./parameters"
import { type FearGreedPoint, regimeFacts, type RegimeFacts } from "./regime-facts"

export const REGIMES = [
  "FEAR_CAPITULATION",
  "EUPHORIA",
  "ACCUMULATION",
  "DISTRIBUTION",
  "MARKUP",
  "MARKDOWN",
  "RANGE",
] as const

export type Regime = (typeof REGIMES)[number]

export type RegimeCall = {
  readonly regime: Regime
  /** Closed days for which it has been called; a lower bound when it is older than what was looked at. */
  readonly days: number
  readonly facts: RegimeFacts
}

/** Days that are replayed to find the confirmed regime. Half a year holds several regimes. */
const REPLAYED_DAYS = 180

/**
 * The regime at the last closed day, by rules of which the first match wins. `null` below 395 days of history.
 *
 * It describes and does not forecast. Without the fear & greed index neither capitulation nor euphoria is called.
 */
export function regimeOf(days: Columns, fearGreed: readonly FearGreedPoint[]): RegimeCall | null {
  const facts = regimeFacts(days, fearGreed, REPLAYED_DAYS)
  const last = facts.at(-1)
  const confirmed = confirm(facts.map(classify))
  const regime = confirmed.at(-1)
  if (last === undefined || regime === undefined) return null
  const before = confirmed.findLastIndex((other) => other !== regime)
  return { regime, days: confirmed.length - 1 - before, facts: last }
}

/** The regime that a day alone would be given. */
export function classify(facts: RegimeFacts): Regime {
  if (isCapitulation(facts)) return "FEAR_CAPITULATION"
  if (isEuphoria(facts)) return "EUPHORIA"
  if (isAccumulation(facts)) return "ACCUMULATION"
  const { close, fast, slow, drawdown365d, return30d } = facts
  if (drawdown365d > regimeParameters.distribution.drawdown365d && slow < close && close < fast) return "DISTRIBUTION"
  if (isMarkup(facts)) return "MARKUP"
  if (close < fast && close < slow && return30d < 0) return "MARKDOWN"
  return "RANGE"
}

/** A regime is called once it has held for three consecutive days; until then the one before it stands. */
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

function isMarkup({ close, fast, slow, return30d }: RegimeFacts): boolean {
  return close > fast && fast > slow && return30d > 0
}

function isCapitulation({ close, fast, slow, return30d, drawdown90d, fearGreed7d }: RegimeFacts): boolean {
  const rule = regimeParameters.capitulation
  if (fearGreed7d === null || fearGreed7d > rule.fearGreed) return false
  const below = close < fast && close < slow && return30d < 0
  return below && (return30d < rule.return30d || drawdown90d < rule.drawdown90d)
}

function isEuphoria(facts: RegimeFacts): boolean {
  const rule = regimeParameters.euphoria
  if (facts.fearGreed7d === null || facts.fearGreed7d < rule.fearGreed) return false
  return isMarkup(facts) && facts.close / facts.slow > rule.aboveSlow
}

function isAccumulation(facts: RegimeFacts): boolean {
  const rule = regimeParameters.accumulation
  return (
    facts.drawdown365d < rule.drawdown365d &&
    facts.volatilityPercentile < rule.volatilityPercentile &&
    Math.abs(facts.return30d) < rule.return30d &&
    !isMarkup(facts)
  )
}
