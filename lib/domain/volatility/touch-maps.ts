/**
 * Observed frequency of touching a level by the probability that the reflection formula gives it: isotonic maps (BTC, ETH,
 * SOL, every 4h close before 2024-06-22, hourly data). What they are worth on data that they have not seen stands in the
 * track record.
 */
export const touchMaps = {
  raw: [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95],
  "24h": {
    up: [0.035, 0.04, 0.069, 0.105, 0.165, 0.248, 0.319, 0.422, 0.511, 0.624, 0.751, 0.887, 0.938],
    down: [0.032, 0.041, 0.067, 0.091, 0.171, 0.238, 0.318, 0.413, 0.541, 0.648, 0.769, 0.879, 0.945],
  },
  "7d": {
    up: [0.117, 0.142, 0.182, 0.182, 0.211, 0.271, 0.33, 0.439, 0.523, 0.651, 0.755, 0.878, 0.933],
    down: [0.072, 0.072, 0.072, 0.084, 0.167, 0.222, 0.303, 0.396, 0.52, 0.617, 0.754, 0.88, 0.94],
  },
} as const
