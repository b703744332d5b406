import { round } from "@/lib/domain/round"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/domain/utc-day"

/** Hours until an event, as every answer and screen rounds them. */
export function hoursUntil(leftMs: number): number {
  return round(leftMs / HOUR_MS, 1)
}

/** `25 min`, `3.9h`, `3d`. Each unit is chosen after rounding, so that no text reads `60 min` or `48h`. */
export function untilText(leftMs: number): string {
  const minutes = Math.ceil(leftMs / MINUTE_MS)
  if (minutes < 60) return `${minutes} min`
  const hours = hoursUntil(leftMs)
  return hours < 48 ? `${hours}h` : `${Math.round(leftMs / DAY_MS)}d`
}
