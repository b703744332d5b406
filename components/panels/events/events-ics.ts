import type { ResponseOf } from "@/lib/api/contract"
import type { eventsContract } from "@/lib/endpoints/events/contract"

type Entry = ResponseOf<typeof eventsContract>["upcoming_7d"][number]

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Scheduled events as an iCalendar file (RFC 5545). An event without a time is an all-day event. Pure. */
export function eventsToIcs(entries: readonly Entry[], stamp: string): string {
  const events = entries.flatMap(({ event, at, date, importance }) => [
    "BEGIN:VEVENT",
    `UID:${(at ?? date).replaceAll(/[^\dTZ]/g, "")}-${event.replaceAll(/[^A-Za-z\d]+/g, "-")}@signal402`,
    `DTSTAMP:${utc(stamp)}`,
    ...(at === null
      ? [`DTSTART;VALUE=DATE:${day(date)}`, `DTEND;VALUE=DATE:${day(later(date, DAY_MS))}`]
      : [`DTSTART:${utc(at)}`, `DTEND:${utc(later(at, HOUR_MS))}`]),
    `SUMMARY:${escaped(event)}`,
    `PRIORITY:${importance === 3 ? 1 : importance === 2 ? 5 : 9}`,
    "END:VEVENT",
  ])
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Signal402//Events//EN", ...events, "END:VCALENDAR", ""]
  return lines.join("\r\n")
}

/** `20261209T190000Z` */
function utc(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`
}

function day(date: string): string {
  return date.slice(0, 10).replaceAll("-", "")
}

function later(instant: string, byMs: number): string {
  return new Date(Date.parse(instant) + byMs).toISOString()
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`)
}
