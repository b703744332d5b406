import type { CalendarEntry } from "@/lib/domain/calendar/calendar-entry"
import { isCalendarDay } from "@/lib/market/sources/wire/calendar-list"
import type { FedEvent } from "./schema"

/** One row as entries: one for each day of a list, and the last day of a meeting that spans several. */
export function toEntries({ title, month, days, time = "" }: FedEvent): readonly (CalendarEntry | null)[] {
  return days.split(",").map((part) => {
    const date = lastDay(month, part)
    return date === null ? null : { title, source: "fed", when: { date, time: readClock(time) }, impact: null }
  })
}

/** `27-28` of `2026-10` is `2026-10-28`; `31-1` ends in the month after. */
function lastDay(month: string, part: string): string | null {
  const [first, last] = (part.match(/\d{1,2}/g) ?? []).map(Number)
  if (first === undefined) return null
  const crosses = last !== undefined && last < first
  const [year = 0, number = 0] = month.split("-").map(Number)
  const [endYear, endMonth] = crosses ? [year + Math.floor(number / 12), (number % 12) + 1] : [year, number]
  const date = `${endYear}-${twoDigits(endMonth)}-${twoDigits(last ?? first)}`
  return isCalendarDay(date) ? date : null
}

/** `2:00 p.m.` is `14:00`; `null` where no time is given. */
function readClock(text: string): string | null {
  const match = /^(\d{1,2}):([0-5]\d)\s*([ap])\.?m/i.exec(text.trim())
  const hour = Number(match?.[1] ?? 0)
  if (match === null || hour < 1 || hour > 12) return null
  const isAfternoon = match[3]?.toLowerCase() === "p"
  return `${twoDigits((hour % 12) + (isAfternoon ? 12 : 0))}:${match[2] ?? "00"}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0")
}
