import { round } from "@/lib/domain/round"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/domain/utc-day"

/** Hours until an event, as every answer and screen rounds them. */
export function hoursUntil(leftMs: number): number {
  return round(leftMs / HOUR_MS, 1)
}

/** `25 min`, `3.9h`, `2d`. */
export function untilText(leftMs: number): string {
  if (leftMs < HOUR_MS) return `${Math.ceil(leftMs / MINUTE_MS)} min`
  return leftMs < 2 * DAY_MS ? `${hoursUntil(leftMs)}h` : `${Math.floor(leftMs / DAY_MS)}d`
}
