import { parse } from "node-html-parser"
import type { CalendarEntry } from "@/lib/domain/calendar/calendar-entry"
import { isCalendarDay } from "@/lib/market/sources/wire/calendar-list"

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

/**
 * The page of committee meetings: a heading for each year, then month and days of each meeting. The decision falls on
 * the last day, at 14:00. Notation votes and cancelled meetings are left out.
 *
 * @see https://www.federalreserve.gov/monetarypolicy/fomccalendars.htm
 */
export function readMeetings(html: string): readonly (CalendarEntry | null)[] {
  const entries: (CalendarEntry | null)[] = []
  let [year, month] = ["", ""]
  for (const part of parse(html).querySelectorAll(".panel-heading, .fomc-meeting__month, .fomc-meeting__date")) {
    const text = part.text.trim()
    if (part.classList.contains("panel-heading")) year = /^(\d{4}) FOMC Meetings/.exec(text)?.[1] ?? ""
    else if (part.classList.contains("fomc-meeting__month")) month = text
    else if (year !== "" && /^\d{1,2}(\s*-\s*\d{1,2})?\*?$/.test(text)) entries.push(toEntry(year, month, text))
  }
  return entries
}

/** `Apr/May` and `30-1` end in the second month. */
function toEntry(year: string, month: string, days: string): CalendarEntry | null {
  const lastMonth = month.split("/").at(-1) ?? ""
  const number = MONTHS.indexOf(lastMonth.trim().slice(0, 3).toLowerCase()) + 1
  const day = days.match(/\d+/g)?.at(-1) ?? ""
  const date = `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`
  if (!isCalendarDay(date)) return null
  return { title: "FOMC Meeting", source: "fed", when: { date, time: "14:00" }, impact: null }
}
