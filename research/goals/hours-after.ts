import { countWhile } from "@/lib/domain/bisect"
import type { Candle } from "@/lib/domain/market/candle"
import { HOUR_MS } from "@/lib/domain/utc-day"

/** The hours of a window that follow a time, each once; `null` where the data end before the window does. */
export type HoursAfter = (timeMs: number, hours: number) => readonly Candle[] | null

/** Finds windows by bisection. They are the future of a decision and are used only to measure it. */
export function hoursAfter(candles: readonly Candle[]): HoursAfter {
  const endMs = (candles.at(-1)?.openTimeMs ?? 0) + HOUR_MS
  return (timeMs, hours) => {
    const untilMs = timeMs + hours * HOUR_MS
    return untilMs > endMs ? null : candles.slice(firstFrom(candles, timeMs), firstFrom(candles, untilMs))
  }
}

/** Position of the first candle that opens at or after a time. */
function firstFrom(candles: readonly Candle[], timeMs: number): number {
  return countWhile(candles, ({ openTimeMs }) => openTimeMs < timeMs)
}
