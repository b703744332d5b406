/**
 * Parameters of levels and sizes, distances in daily ATR(14). From our own study: swing stops are not better than plain
 * ones within these bounds, and no kind of level holds better than a random one.
 */
export const riskParameters = {
  stop: { defaultAtr: 1.5, minAtr: 1.25, maxAtr: 2, beyondPivotAtr: 0.25 },
  targetMultiples: [1, 2, 3],
  /** `reach`: bars on each side that confirm a pivot. `window`: bars that are searched, 90 days of each. */
  dailyPivots: { reach: 3, window: 90 },
  fourHourPivots: { reach: 5, window: 540, mergeAtr: 0.25 },
  /** 60 days of hours, in bands of a tenth of an ATR. */
  volumeProfile: { window: 1_440, bandAtr: 0.1, nodeReach: 3 },
  levels: { nearestAtr: 0.3, apartAtr: 0.4, maxPerSide: 5 },
  /** A book older than its venue's `maxBookAgeMs`, or whose mid is further from the price than `maxOffPrice`, is left out. */
  tradeCost: { maxOffPrice: 0.02, maxBookAheadMs: 60_000, quoteMaxAgeMs: 10_800_000, fundingMeanDays: 30 },
  position: { riskShare: 0.01, targetVolatility: 0.4 },
} as const
