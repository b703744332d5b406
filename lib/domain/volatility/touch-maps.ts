/**
 * Observed frequency of touching a level by the probability that the reflection formula gives it: isotonic maps from our
 * own study (BTC, ETH, SOL 2018–2026, hourly). Fitted on the first half they improve the Brier score of the second by
 * 12 % (above) and 15 % (below) for 24 h, 8 % and 9 % for 7 d; calibration error 0.007 to 0.022.
 */
export const touchMaps = {
  raw: [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95],
  "24h": {
    up: [0.026, 0.035, 0.057, 0.083, 0.176, 0.232, 0.312, 0.39, 0.533, 0.634, 0.766, 0.897, 0.934],
    down: [0.034, 0.042, 0.075, 0.095, 0.175, 0.236, 0.341, 0.431, 0.552, 0.647, 0.758, 0.885, 0.98],
  },
  "7d": {
    up: [0.039, 0.056, 0.071, 0.1, 0.163, 0.223, 0.321, 0.402, 0.507, 0.608, 0.751, 0.874, 0.938],
    down: [0.044, 0.059, 0.067, 0.11, 0.167, 0.232, 0.302, 0.416, 0.501, 0.613, 0.75, 0.866, 0.943],
  },
} as const
