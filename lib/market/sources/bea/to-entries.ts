import type { CalendarEntry } from "@/lib/domain/calendar/calendar-entry"
import { cleanText, MAX_TITLE_CHARS } from "@/lib/market/sources/wire/provider-text"
import { isCalendarDay } from "@/lib/market/sources/wire/calendar-list"
import type { BeaRelease } from "./schema"

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/

/** One entry for each date of a release; `null` where a date cannot be read. */
export function toEntries({ title, dates }: BeaRelease): readonly (CalendarEntry | null)[] {
  return dates.map((text) => {
    const when = toWhen(text)
    return when && { title: cleanText(title, MAX_TITLE_CHARS), source: "bea", when, impact: null }
  })
}

function toWhen(text: string): CalendarEntry["when"] | null {
  if (isCalendarDay(text)) return { date: text, time: null }
  const atMs = INSTANT.test(text) ? Date.parse(text) : Number.NaN
  return Number.isFinite(atMs) ? { atMs } : null
}
