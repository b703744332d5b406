import { DAY_MS, HOUR_MS, WEEK_MS } from "@/lib/domain/utc-day"
import type { CalendarEntry, CalendarSource, CalendarTable, Publisher } from "./calendar-entry"
import { easternToMs } from "./eastern-time"
import { fomcSchedule } from "./fomc-schedule"
import { type CalendarEvent, mergeEvents } from "./merge-events"
import { optionsExpiries } from "./options-expiry"

export const CALENDAR_METHOD_VERSION = "calendar-2026.11-5"

const IMMINENT_MS = 48 * HOUR_MS

/** Publishers that list the data releases. Without one of them a quiet calendar would mean nothing. */
const DATA_PUBLISHERS: ReadonlySet<CalendarSource> = new Set(["bls", "fred", "forexfactory"])

export type UpcomingEvents = {
  readonly week: readonly CalendarEvent[]
  /** The next event of importance 3 within the week. */
  readonly nextHigh: CalendarEvent | null
  readonly warning: string
  readonly silentPublishers: readonly CalendarSource[]
  /** Publishers of whom only some kinds of events are known. */
  readonly partialLists: readonly CalendarSource[]
  /** Publishers whose list ends within 48 hours, with its end. */
  readonly shortLists: readonly { readonly source: CalendarSource; readonly untilMs: number }[]
}

/** What lies ahead within seven days, or `null` when nobody lists the data releases of the next 48 hours. */
export function upcomingEvents({ entries, publishers }: CalendarTable, nowMs: number): UpcomingEvents | null {
  const isShort = ({ untilMs = Number.POSITIVE_INFINITY }: Publisher) => untilMs < nowMs + IMMINENT_MS
  const listed = publishers.filter((publisher) => publisher.isOk && !isShort(publisher))
  if (!listed.some(({ source }) => DATA_PUBLISHERS.has(source))) return null
  const all = [...entries, ...optionsExpiries(nowMs), ...decisionsAfter(publishers)]
  const week = mergeEvents(all).filter((event) => isAhead(event, nowMs))
  const high = week.filter(({ importance }) => importance === 3)
  const [nextHigh = null] = high
  return {
    week,
    nextHigh,
    warning: warningOf(high, nowMs),
    silentPublishers: publishers.filter(({ isOk }) => !isOk).map(({ source }) => source),
    partialLists: publishers.filter(({ isOk, isPartial = false }) => isOk && isPartial).map(({ source }) => source),
    shortLists: publishers.flatMap((publisher) =>
      publisher.isOk && publisher.untilMs !== undefined && isShort(publisher)
        ? [{ source: publisher.source, untilMs: publisher.untilMs }]
        : [],
    ),
  }
}

/** Decisions that the Federal Reserve's own list does not reach: all of them where it is silent. */
function decisionsAfter(publishers: CalendarTable["publishers"]): readonly CalendarEntry[] {
  const fed = publishers.find(({ source, isOk }) => source === "fed" && isOk)
  const untilMs = fed === undefined ? Number.NEGATIVE_INFINITY : (fed.untilMs ?? Number.POSITIVE_INFINITY)
  return fomcSchedule.filter(({ when }) => "date" in when && easternToMs(when.date, when.time ?? "00:00") > untilMs)
}

/** Milliseconds until an event; until the New York day begins where only the day is known. May be negative then. */
export function msUntil(event: CalendarEvent, nowMs: number): number {
  return (event.atMs ?? easternToMs(event.date, "00:00")) - nowMs
}

/** An event without a time stays ahead until its New York day is over. */
function isAhead(event: CalendarEvent, nowMs: number): boolean {
  const untilMs = msUntil(event, nowMs)
  return untilMs <= WEEK_MS && untilMs >= (event.atMs === null ? 1 - DAY_MS : 0)
}

/** Of the next events of high impact: all that are due at one time. */
function warningOf([next, ...rest]: readonly CalendarEvent[], nowMs: number): string {
  if (next === undefined || msUntil(next, nowMs) > IMMINENT_MS) return "No high-impact event in the next 48h."
  const beside = rest.filter(({ date, time }) => date === next.date && time === next.time)
  const names = inList([next, ...beside].map(({ name }) => name))
  if (next.atMs === null) return `${names} on ${next.date} (time not published): expect volatility.`
  const at = new Date(next.atMs).toISOString()
  return `${names} ${inWords(msUntil(next, nowMs))} (${at.slice(0, 10)} ${at.slice(11, 16)} UTC): expect volatility.`
}

/** `GDP`, `GDP and PCE`, `GDP, PCE and NFP`. */
function inList(names: readonly string[]): string {
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter((part) => part !== "").join(" and ")
}

function inWords(untilMs: number): string {
  return untilMs < HOUR_MS ? `in ${Math.ceil(untilMs / 60_000)} min` : `in ${Math.round(untilMs / HOUR_MS)}h`
}
