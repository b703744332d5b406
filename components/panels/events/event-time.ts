import { untilText } from "@/lib/domain/calendar/time-until"

/** Time until an event: `in 21h`, or `passed`. Empty if only the day is known. */
export function timeUntil(at: string | null, nowMs: number): string {
  if (at === null) return ""
  const leftMs = Date.parse(at) - nowMs
  return leftMs <= 0 ? "passed" : `in ${untilText(leftMs)}`
}
