import { MINUTE_MS } from "@/lib/domain/utc-day"

const MAX_BEFORE_CLOSE_MS = 30 * MINUTE_MS

/** The first reading that was made at a time or in the half hour before it, never after it; `null` without one. */
export function readBefore<T extends { readonly atMs: number }>(
  readings: readonly (T | null)[],
  timeMs: number,
): T | null {
  return readings.find((one) => one !== null && isShortlyBefore(one.atMs, timeMs)) ?? null
}

/** Whether a reading may be sealed at a close: a later one knows a part of the outcome. */
export function isShortlyBefore(atMs: number, closeMs: number): boolean {
  return atMs <= closeMs && atMs > closeMs - MAX_BEFORE_CLOSE_MS
}
