import { spanText } from "@/lib/client/format/time"

/** How long until an event: `in 21 h`; `passed` once its time has come. Empty where only its day is known. */
export function timeUntil(at: string | null, nowMs: number): string {
  if (at === null) return ""
  const leftMs = Date.parse(at) - nowMs
  return leftMs <= 0 ? "passed" : `in ${spanText(leftMs)}`
}
