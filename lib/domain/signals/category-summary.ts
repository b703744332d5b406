import type { Category } from "./indicator"
import type { MarketView } from "./market-view"
import { parameters } from "./parameters"
import { type Counts, scoreOf } from "./tally"

export type CategorySummary = "BULLISH" | "BEARISH" | "OVERSOLD" | "OVERBOUGHT" | "MIXED"

/** A category in one word. The technical one also tells extremes: they describe, they do not vote. */
export function summaryOf(category: Category, counts: Counts, view: MarketView): CategorySummary {
  const extreme = category === "technical" ? extremeOf(view) : null
  if (extreme !== null) return extreme
  const score = scoreOf(counts)
  return score >= parameters.summaryBand ? "BULLISH" : score <= -parameters.summaryBand ? "BEARISH" : "MIXED"
}

function extremeOf({ rsi, percentB4h }: MarketView): "OVERSOLD" | "OVERBOUGHT" | null {
  if (rsi === null) return null
  const { oversold, softOversold, overbought, softOverbought } = parameters.extremes
  const [belowBand, aboveBand] = [percentB4h !== null && percentB4h <= 0, percentB4h !== null && percentB4h >= 1]
  if (rsi <= oversold || (rsi <= softOversold && belowBand)) return "OVERSOLD"
  if (rsi >= overbought || (rsi >= softOverbought && aboveBand)) return "OVERBOUGHT"
  return null
}
