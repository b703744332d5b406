import { HOUR_MS } from "@/lib/domain/utc-day"
import { easternOffsetMs } from "@/lib/sandbox/market/series/us-calendar"

/** `2026-10-14T08:30:00-04:00`: an instant on New York's wall clock with its offset. */
export function easternIso(timeMs: number): string {
  const offsetMs = easternOffsetMs(timeMs)
  return `${new Date(timeMs + offsetMs).toISOString().slice(0, 19)}-0${-offsetMs / HOUR_MS}:00`
}
