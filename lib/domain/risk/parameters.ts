/**
 * Every number that levels and sizes rest on; distances in daily ATR(14). From our own study: swing stops are no better
 * than plain ones inside this clamp, and no kind of level holds better than a random one.
 */
export const riskParameters = {
  stop: { defaultAtr: 1.5, leastAtr: 1.25, mostAtr: 2, beyondPivotAtr: 0.25 },
  targetMultiples: [1, 2, 3],
  /** Geometric mean of what a week is expected to move by in one ATR(14): BTC, ETH and SOL, 2018-09 to 2025-06. */
  usualSigma7dPerAtr: 1.85,
  /** The same of three days. */
  usualSigma3dPerAtr: 1.21,
  /** Bars on each side that confirm a pivot, and how far back pivots are looked for: 90 days of either. */
  dailyPivots: { reach: 3, window: 90 },
  fourHourPivots: { reach: 5, window: 540, mergeAtr: 0.25 },
  /** 60 days of hours, in bands of a tenth of an ATR. */
  volumeProfile: { window: 1_440, bandAtr: 0.1, nodeReach: 3 },
  levels: { nearestAtr: 0.3, apartAtr: 0.4, mostPerSide: 5 },
  position: { riskShare: 0.01, targetVolatility: 0.4 },
} as const
