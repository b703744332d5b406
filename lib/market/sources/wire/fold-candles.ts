import { intervalMs, openTimeOf, type Candle } from "@/lib/domain/market/candle"
import { sum } from "@/lib/domain/statistics/moments"

/** A provider may list its newest hour late; until then a bucket that lacks it is not final. */
const LATE_HOUR_MS = 10 * 60_000

/**
 * Builds 4h candles that open at 00, 04, … 20 UTC from ascending 1h candles.
 *
 * Hours without trades may be absent. A bucket whose last hour is absent appears ten minutes after its close only,
 * because closed candles are never read again.
 */
export function foldHours(hours: readonly Candle[], nowMs: number): readonly Candle[] {
  const buckets = new Map<number, Candle[]>()
  for (const hour of hours) {
    const openTimeMs = openTimeOf(hour.openTimeMs, "4h")
    buckets.set(openTimeMs, [...(buckets.get(openTimeMs) ?? []), hour])
  }
  return [...buckets].flatMap(([openTimeMs, parts]) => {
    const closeTimeMs = openTimeMs + intervalMs["4h"]
    const hasLastHour = parts.some((hour) => hour.openTimeMs === closeTimeMs - intervalMs["1h"])
    return hasLastHour || nowMs >= closeTimeMs + LATE_HOUR_MS ? [foldBucket(openTimeMs, parts)] : []
  })
}

function foldBucket(openTimeMs: number, parts: readonly Candle[]): Candle {
  const takerBuys = parts.map((part) => part.takerBuyVolumeBase)
  return {
    openTimeMs,
    openUsd: parts.at(0)?.openUsd ?? Number.NaN,
    highUsd: Math.max(...parts.map((part) => part.highUsd)),
    lowUsd: Math.min(...parts.map((part) => part.lowUsd)),
    closeUsd: parts.at(-1)?.closeUsd ?? Number.NaN,
    volumeBase: sum(parts.map((part) => part.volumeBase)),
    takerBuyVolumeBase: takerBuys.every((volume) => volume !== null) ? sum(takerBuys) : null,
  }
}
