/**
 * Observed frequency of touching a level by the probability that the reflection formula gives it: isotonic maps (BTC, ETH,
 * SOL, every 4h close before 2024-06-22, hourly data). What they are worth on data that they have not seen stands in the
 * track record.
 *
 * A level of up to 12% is seldom far for a week, and mostly in still markets, which then wake up. So the week's odds up to
 * 0.1 are of levels of up to 6 ATR too, at each midnight before the same day.
 *
 * Returns have fatter tails than the formula's: below 0.01 the frequencies are of levels at exactly these odds (3.3 to 7.1
 * standard deviations), on the same closes.
 */
export const touchMaps = {
  raw: [
    1e-12, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 0.001, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9,
    0.95,
  ],
  "24h": {
    up: [
      0.0012, 0.0019, 0.0023, 0.003, 0.0042, 0.0065, 0.0099, 0.0152, 0.035, 0.04, 0.069, 0.105, 0.165, 0.248, 0.319,
      0.422, 0.511, 0.624, 0.751, 0.887, 0.938,
    ],
    down: [
      0.0011, 0.002, 0.0024, 0.0027, 0.0035, 0.0049, 0.0082, 0.015, 0.032, 0.041, 0.067, 0.091, 0.171, 0.238, 0.318,
      0.413, 0.541, 0.648, 0.769, 0.879, 0.945,
    ],
  },
  "7d": {
    up: [
      0.0001, 0.001, 0.0023, 0.0038, 0.0059, 0.0088, 0.0151, 0.0263, 0.071, 0.071, 0.115, 0.123, 0.211, 0.271, 0.33,
      0.439, 0.523, 0.651, 0.755, 0.878, 0.933,
    ],
    down: [
      0.0005, 0.0008, 0.0012, 0.0017, 0.003, 0.0041, 0.007, 0.0132, 0.037, 0.037, 0.055, 0.075, 0.167, 0.222, 0.303,
      0.396, 0.52, 0.617, 0.754, 0.88, 0.94,
    ],
  },
} as const
