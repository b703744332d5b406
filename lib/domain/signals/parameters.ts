/**
 * Every number that the vote rests on, in one frozen place. Changing one changes `METHOD_VERSION`.
 *
 * Thresholds and fitted values come from our own study of 2018–2026 daily and 4-hour history (walk-forward, hold-out
 * coins); the methodology says what each is worth.
 */
export const parameters = Object.freeze({
  /** |score| from which a class begins. */
  classes: { lean: 0.15, plain: 0.35, strong: 0.6 },
  categoryBand: 0.1,
  summaryBand: 0.2,
  /**
   * Below these the call is NEUTRAL. With candles alone 14 of 25 indicators in 3 categories can vote; the full set will
   * ask for 15.
   */
  minimum: { indicators: 12, categories: 2 },
  downgradeBelow: 0.48,
  confidence: { low: 0.45, high: 0.62 },
  /** Logistic model of P(up after 24 h), shrunk (C = 1e-4), on raw features. */
  pUp24h: { intercept: -0.006, score: -0.0144, positiveScore: 0.0262, pullback: 0.1771, rally: -0.1038 },
  /** Observed P(up after 24 h) at the flags since 2022-07, the weaker half of the sample. */
  observed: { pullback: 0.568, rally: 0.426 },
  rsi: { long: 55, short: 45, oversold: 30, overbought: 70, stretched: 32 },
  mfi: { long: 55, short: 45 },
  cci: { long: 100, short: -100 },
  bollingerPullback: { long: 0.1, short: 0.9 },
  stochRsi: { long: 20, short: 80 },
  obvSlope: 0.08,
  trend7d: { least: 0.02, sigmas: 0.5 },
  momentum30d: 0.5,
  sma200Pct: 2,
  adx: 25,
  takerZ: 1,
})

/** Which method made an answer: a version for people, and a fingerprint that no edit escapes. */
export const METHOD_VERSION = `2026.11-${fingerprint(JSON.stringify(parameters))}`

/** FNV-1a, 32 bits: tells versions apart, protects nothing. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0
  return hash.toString(16).padStart(8, "0")
}
