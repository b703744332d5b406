import type { CalendarEntry } from "@/lib/domain/calendar/calendar-entry"
import type { DifficultyAdjustment } from "./schema"

/** Later instants are milliseconds, earlier ones seconds: 1e12 ms is in 2001. */
const FIRST_MS = 1e12

/** The next adjustment, when it is expected and by how much, with the one before it. */
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
