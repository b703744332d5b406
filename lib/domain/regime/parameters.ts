/** Every number of the regime rules; they describe the market and forecast no return. Windows in days, returns as fractions. */
export const regimeParameters = {
  /** A new regime must hold this long before it is called. */
  confirmationDays: 3,
  fast: 50,
  slow: 200,
  capitulation: { fearGreed: 25, return30d: -0.12, drawdown90d: -0.25 },
  euphoria: { fearGreed: 75, aboveSlow: 1.3 },
  accumulation: { drawdown365d: -0.25, volatilityPercentile: 0.4, return30d: 0.1 },
  distribution: { drawdown365d: -0.2 },
  /** Cuts between LOW, MODERATE, ELEVATED and HIGH of the expected volatility's percentile in a year. */
  volatilityCuts: [0.25, 0.75, 0.9],
} as const
