import type { MarketView } from "./market-view"
import { parameters } from "./parameters"
import type { CategoryVote } from "./vote-counts"

export type CategorySummary = "BULLISH" | "BEARISH" | "MIXED"

/** The vote of a category as the word of `/context`, so that both answers agree. */
export function summaryOf(vote: CategoryVote): CategorySummary {
  return vote === "LONG" ? "BULLISH" : vote === "SHORT" ? "BEARISH" : "MIXED"
}

export type TechnicalState = "OVERSOLD" | "OVERBOUGHT"

/** An extreme of the daily RSI. It describes the market and does not vote. `null` between the extremes. */
export function technicalStateOf({ rsi, percentB4h }: MarketView): TechnicalState | null {
  if (rsi === null) return null
  const { oversold, softOversold, overbought, softOverbought } = parameters.extremes
  const [isBelowBand, isAboveBand] = [percentB4h !== null && percentB4h <= 0, percentB4h !== null && percentB4h >= 1]
  if (rsi <= oversold || (rsi <= softOversold && isBelowBand)) return "OVERSOLD"
  if (rsi >= overbought || (rsi >= softOverbought && isAboveBand)) return "OVERBOUGHT"
  return null
}
