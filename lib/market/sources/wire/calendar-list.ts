import type { CalendarEntry } from "@/lib/domain/calendar/calendar-entry"
import { easternToMs } from "@/lib/domain/calendar/eastern-time"
import { DAY_MS } from "@/lib/domain/utc-day"
import { SourceMalformedError, SourceUnavailableError } from "@/lib/outbound/errors"
import { tooManyDropped } from "./valid-rows"

/** One publisher's list. `entries` cover the next two months; the full list ends at `untilMs`. */
export type CalendarList = {
  readonly entries: readonly CalendarEntry[]
  readonly untilMs: number
  readonly droppedRows: number
  /** Only some kinds of the publisher's events are listed. */
  readonly isPartial?: boolean
}

type Raw = {
  readonly host: string
  readonly nowMs: number
  /** `null`: a row that cannot be read. */
  readonly rows: readonly (CalendarEntry | null)[]
  /** End of the list, if the publisher states it. Default: the last entry. */
  readonly untilMs?: number
}

const BEHIND_MS = DAY_MS
const AHEAD_MS = 60 * DAY_MS

/**
 * Keeps the entries of the next 60 days. A list that ends before now is stale.
 *
 * @throws {SourceMalformedError} when more than 20% of the rows cannot be read.
 * @throws {SourceUnavailableError} (`stale`) when nothing lies ahead.
 */
export function toCalendarList({ host, nowMs, rows, untilMs }: Raw): CalendarList {
  const readable = rows.filter((row) => row !== null)
  const droppedRows = rows.length - readable.length
  if (tooManyDropped(droppedRows, rows.length)) {
    throw new SourceMalformedError({ kind: "schema", host, message: `${host} sent ${droppedRows} unreadable events.` })
  }
  const timed = readable.map((entry) => ({ entry, atMs: latestMs(entry.when) }))
  const endMs = untilMs ?? timed.reduce((latest, { atMs }) => Math.max(latest, atMs), Number.NEGATIVE_INFINITY)
  if (endMs < nowMs) {
    throw new SourceUnavailableError({ kind: "stale", host, message: `${host} lists no event ahead.` })
  }
  const isNear = (atMs: number) => atMs >= nowMs - BEHIND_MS && atMs <= nowMs + AHEAD_MS
  return { entries: timed.filter(({ atMs }) => isNear(atMs)).map(({ entry }) => entry), untilMs: endMs, droppedRows }
}

/** Whether text is a day of the calendar as `YYYY-MM-DD`; 31 February is none. */
export function isCalendarDay(text: string): boolean {
  const dayMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isFinite(dayMs) && new Date(dayMs).toISOString().slice(0, 10) === text
}

/** The end of the New York day where no time is published. */
function latestMs(when: CalendarEntry["when"]): number {
  return "atMs" in when ? when.atMs : easternToMs(when.date, when.time ?? "23:59")
}
