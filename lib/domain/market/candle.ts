/** Candle lengths that the engine reads. Days open at 00:00 UTC, 4h candles at 00, 04, … 20 UTC. */
export const INTERVALS = ["1h", "4h", "1d"] as const

export type Interval = (typeof INTERVALS)[number]

export const intervalMs = {
  "1h": 3_600_000,
  "4h": 14_400_000,
  "1d": 86_400_000,
} as const satisfies Record<Interval, number>

/**
 * One closed trading interval, in US dollars (or a dollar stablecoin; the feed names which).
 *
 * `takerBuyVolumeBase` is `null` where the provider does not split volume by aggressor.
 */
export type Candle = {
  readonly openTimeMs: number
  readonly openUsd: number
  readonly highUsd: number
  readonly lowUsd: number
  readonly closeUsd: number
  readonly volumeBase: number
  readonly takerBuyVolumeBase: number | null
}

/** True once the candle can no longer change. Nothing else may enter a signal. */
export function isClosed(candle: Pick<Candle, "openTimeMs">, interval: Interval, nowMs: number): boolean {
  return candle.openTimeMs + intervalMs[interval] <= nowMs
}

/** The open time of the candle that contains `timeMs`. */
export function openTimeOf(timeMs: number, interval: Interval): number {
  return Math.floor(timeMs / intervalMs[interval]) * intervalMs[interval]
}
