import type { CalendarEntry } from "@/lib/domain/calendar/calendar-entry"
import type { DifficultyAdjustment } from "./schema"

/** Values from here on are milliseconds (1e12 ms is in 2001), smaller ones are seconds. */
const FIRST_MS = 1e12

/** The next difficulty adjustment: expected time and change, and the previous change. */
export function toEntry(
  adjustment: DifficultyAdjustment,
): CalendarEntry & { readonly when: { readonly atMs: number } } {
  const { estimatedRetargetDate: date, difficultyChange, previousRetarget } = adjustment
  return {
    title: "Bitcoin difficulty adjustment",
    source: "mempool",
    when: { atMs: Math.round(date < FIRST_MS ? date * 1000 : date) },
    impact: null,
    figures: { forecast: percent(difficultyChange), previous: percent(previousRetarget) },
  }
}

function percent(value: number): string {
  return `${value < 0 ? "" : "+"}${value.toFixed(2)}%`
}
