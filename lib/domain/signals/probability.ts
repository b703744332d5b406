import { exceeds } from "./indicator"
import type { MarketView } from "./market-view"
import { parameters } from "./parameters"

export type Flag = "uptrend_pullback" | "downtrend_rally" | "stretched"

/** States of the market in which history differed from the average day. */
export function flagsOf(view: MarketView): readonly Flag[] {
  const { close, sma50, sma200, percentB4h } = view
  const { long, short } = parameters.bollingerPullback
  const flags: Flag[] = []
  if (close !== null && sma200 !== null && sma50 !== null && percentB4h !== null) {
    if (exceeds(close, sma200) && exceeds(close, sma50) && percentB4h <= long) flags.push("uptrend_pullback")
    if (exceeds(sma200, close) && percentB4h >= short) flags.push("downtrend_rally")
  }
  if (isStretched(view)) flags.push("stretched")
  return flags
}

function isStretched({ close, rsi, percentB1d, ema20, atr }: MarketView): boolean {
  const { stretched } = parameters
  if (percentB1d !== null && percentB1d <= stretched.percentB) return true
  if (rsi !== null && rsi <= stretched.rsi) return true
  if (close === null || ema20 === null || atr === null || atr <= 0) return false
  return close < ema20 - stretched.belowEmaAtr * atr
}

type Features = { readonly score: number; readonly flags: readonly Flag[]; readonly fearGreed: number | null }

/**
 * Calibrated P(price is higher after 24h): a shrunk logistic model, averaged with the observed rate at a flag, limited to
 * 0.45–0.62. An unknown fear & greed index counts as 50.
 */
export function probabilityUp24h(features: Features): number {
  const { flags } = features
  const model = modelledUp24h(features)
  const observed = flags.includes("uptrend_pullback")
    ? parameters.observed.pullback
    : flags.includes("downtrend_rally")
      ? parameters.observed.rally
      : model
  return clamp((model + observed) / 2)
}

/** The logistic model alone. */
export function modelledUp24h({ score, flags, fearGreed }: Features): number {
  const weights = parameters.pUp24h
  const logit =
    weights.intercept +
    weights.score * score +
    weights.positiveScore * Math.max(score, 0) +
    weights.fearGreed * (((fearGreed ?? 50) - 50) / 50) +
    (flags.includes("uptrend_pullback") ? weights.pullback : 0) +
    (flags.includes("downtrend_rally") ? weights.rally : 0)
  return 1 / (1 + Math.exp(-logit))
}

/** `probabilityOfSide` within what calls at a close were calibrated for. */
export function confidenceOf(pUp: number, side: -1 | 0 | 1): number {
  return clamp(probabilityOfSide(pUp, side))
}

/** P(the price is on the signalled side after 24h), or on the likelier side for NEUTRAL. */
export function probabilityOfSide(pUp: number, side: -1 | 0 | 1): number {
  return side > 0 ? pUp : side < 0 ? 1 - pUp : Math.max(pUp, 1 - pUp)
}

function clamp(probability: number): number {
  return Math.min(parameters.confidence.high, Math.max(parameters.confidence.low, probability))
}
