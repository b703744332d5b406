import type { MarketView } from "./market-view"
import { parameters } from "./parameters"

export type Flag = "uptrend_pullback" | "downtrend_rally" | "stretched"

/** The three states in which history behaved differently from the average day. */
export function flagsOf(view: MarketView): readonly Flag[] {
  const { close, sma50, sma200, percentB4h, percentB1d, rsi, ema20, atr } = view
  const { long, short } = parameters.bollingerPullback
  const flags: Flag[] = []
  if (close !== null && sma200 !== null && sma50 !== null && percentB4h !== null) {
    if (close > sma200 && close > sma50 && percentB4h <= long) flags.push("uptrend_pullback")
    if (close < sma200 && percentB4h >= short) flags.push("downtrend_rally")
  }
  const belowBand = percentB1d !== null && percentB1d <= 0
  const oversold = rsi !== null && rsi <= parameters.rsi.stretched
  const farBelow = close !== null && ema20 !== null && atr !== null && atr > 0 && close < ema20 - 2 * atr
  if (belowBand || oversold || farBelow) flags.push("stretched")
  return flags
}

/**
 * Calibrated P(price is higher after 24 h): a shrunk logistic model on the score and the flags, averaged with what was
 * observed at a flag, kept where honest probabilities lie.
 */
export function probabilityUp24h(score: number, flags: readonly Flag[]): number {
  const { intercept, score: slope, positiveScore, pullback, rally } = parameters.pUp24h
  const isPullback = flags.includes("uptrend_pullback")
  const isRally = flags.includes("downtrend_rally")
  const logit =
    intercept + slope * score + positiveScore * Math.max(score, 0) + (isPullback ? pullback : 0) + (isRally ? rally : 0)
  const model = 1 / (1 + Math.exp(-logit))
  const observed = isPullback ? parameters.observed.pullback : isRally ? parameters.observed.rally : model
  return clamp((model + observed) / 2)
}

/** P(the price is on the signalled side after 24 h); of the likelier side where no side is signalled. */
export function confidenceOf(pUp: number, side: -1 | 0 | 1): number {
  return clamp(side > 0 ? pUp : side < 0 ? 1 - pUp : Math.max(pUp, 1 - pUp))
}

function clamp(probability: number): number {
  return Math.min(parameters.confidence.high, Math.max(parameters.confidence.low, probability))
}
