import ical from "ical.js"
import type { CalendarEntry } from "@/lib/domain/calendar/calendar-entry"
import { SourceMalformedError } from "@/lib/outbound/errors"
import { textMessage } from "@/lib/outbound/read-body"
import { cleanText, MAX_TITLE_CHARS } from "@/lib/market/sources/wire/provider-text"
import { isCalendarDay } from "@/lib/market/sources/wire/calendar-list"

/**
 * Reads an iCalendar file. Times are New York local unless they end in `Z`; a bare date has no time.
 *
 * @throws {SourceMalformedError} when the text is not a calendar.
 */
export function readCalendar(text: string, host: string): readonly (CalendarEntry | null)[] {
  return readRoot(text, host).getAllSubcomponents("vevent").map(toEntry)
}

function readRoot(text: string, host: string): ical.Component {
  if (!text.trimStart().startsWith("BEGIN:VCALENDAR")) {
    throw new SourceMalformedError({ kind: "upstream_text_error", host, message: textMessage(host, text) })
  }
  try {
    const root = ical.Component.fromString(text)
    if (root.name === "vcalendar") return root
  } catch (cause) {
    throw new SourceMalformedError({ kind: "schema", host, message: `${host} sent a broken calendar.`, cause })
  }
  throw new SourceMalformedError({ kind: "schema", host, message: `${host} sent several calendars.` })
}

function toEntry(event: ical.Component): CalendarEntry | null {
  try {
    const title = event.getFirstPropertyValue("summary")
    const start = event.getFirstPropertyValue("dtstart")
    if (typeof title !== "string" || title.trim() === "" || !(start instanceof ical.Time)) return null
    const when = toWhen(start)
    return when && { title: cleanText(title, MAX_TITLE_CHARS), source: "bls", when, impact: null }
  } catch {
    // The parser reads values lazily and throws its own errors at that point.
    return null
  }
}

function toWhen({ year, month, day, hour, minute, isDate, zone }: ical.Time): CalendarEntry["when"] | null {
  const date = [String(year).padStart(4, "0"), twoDigits(month), twoDigits(day)].join("-")
  if (!isCalendarDay(date)) return null
  if (isDate) return { date, time: null }
  if (zone?.tzid === "UTC") return { atMs: Date.UTC(year, month - 1, day, hour, minute) }
  return { date, time: `${twoDigits(hour)}:${twoDigits(minute)}` }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0")
}
