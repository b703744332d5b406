/**
 * Every parameter of the vote. A change of one changes the method version.
 *
 * Thresholds and fitted values come from our own study of daily and 4-hour history of 2018–2026 (walk-forward, hold-out
 * coins). The methodology states what each is worth.
 */
export const parameters = deepFreeze({
  /**
   * |score| from which a class begins, and how far beyond its bounds the previous class is kept: one vote of fifteen, so
   * that one changed vote does not change the class. Only the class of the previous 4h close is kept.
   */
  classes: { lean: 0.15, plain: 0.35, strong: 0.6, deadBand: 0.07, keptForMs: 14_400_000 },
  categoryBand: 0.1,
  /** Points of strength for each step from NEUTRAL. */
  strengthPerStep: 25,
  /** With fewer the call is NEUTRAL. */
  minimum: { indicators: 15, categories: 3 },
  /** A side that is less likely than `downgradeBelow` is called one step weaker until it reaches `upgradeFrom`. */
  downgradeBelow: 0.48,
  upgradeFrom: 0.5,
  confidence: { low: 0.45, high: 0.62 },
  /**
   * Logistic model of P(up after 24h), shrunk (C = 1e-4), fitted on 13 coins. Coefficients are in raw units; for BTC they
   * give 0.471 to 0.547.
   */
  pUp24h: {
    intercept: -0.006,
    score: -0.0144,
    positiveScore: 0.0262,
    pullback: 0.1771,
    rally: -0.1038,
    fearGreed: 0.0104,
  },
  /** Observed P(up after 24h) at the flags since 2022-07 on ten coins that were not fitted. */
  observed: { pullback: 0.56, rally: 0.466 },
  fearGreed: { long: 55, short: 45 },
  fundingPct: { long: -0.005, short: 0.05 },
  openInterest: { minRisePct: 3, minReturn: 0.005 },
  longShortZ: { long: -1.5, short: 1.5 },
  longShortWindow: { spans: 30, spanHours: 24 },
  takerZ: { long: 1, short: -1 },
  premiumZ: { long: 1, short: -1 },
  rsi: { long: 55, short: 45 },
  /** Daily RSI of an oversold or overbought market; `soft` also needs a 4h close at or beyond its Bollinger band. */
  extremes: { oversold: 30, softOversold: 35, overbought: 70, softOverbought: 65 },
  /** Overextended downwards: daily RSI, daily %B, or ATRs below the EMA20. No strong short is called there. */
  stretched: { rsi: 32, percentB: 0, belowEmaAtr: 2 },
  mfi: { long: 55, short: 45 },
  cci: { long: 100, short: -100 },
  bollingerPullback: { long: 0.1, short: 0.9 },
  stochRsi: { long: 20, short: 80 },
  obvSlope: { long: 0.08, short: -0.08 },
  trend7d: { minReturn: 0.02, sigmas: 0.5 },
  momentum30d: { long: 0.5, short: -0.5 },
  sma200Pct: 2,
  adx: 25,
  etfShareOfMedian: 0.5,
  /** Decimals at which changes of VIX, dollar, yield and S&P 500 are compared with their bounds. */
  changeDecimals: 9,
  vixChangePct: { long: -10, short: 15 },
  dxyChangePct: { long: -1, short: 1 },
  us10yChangeBp: { long: -20, short: 20 },
  spxChangePct: { long: 2, short: -2 },
  stablecoinChangePct: { long: 0.5, short: -0.5 },
})

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === "object" && part !== null) deepFreeze(part)
  return Object.freeze(value)
}
