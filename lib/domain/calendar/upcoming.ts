import { DAY_MS, HOUR_MS, WEEK_MS } from "@/lib/domain/utc-day"
import { untilText } from "./time-until"
import type { CalendarEntry, CalendarSource, CalendarTable, Publisher } from "./calendar-entry"
import { easternToMs } from "./eastern-time"
import { fomcSchedule } from "./fomc-schedule"
import { type CalendarEvent, mergeEvents } from "./merge-events"
import { optionsExpiries } from "./options-expiry"
import { withPublishedFigures } from "./published-figures"
import { RELEASE_SCHEDULE_FROM_MS, RELEASE_SCHEDULE_UNTIL_MS, releaseSchedule } from "./release-schedule"

export const CALENDAR_METHOD_VERSION = "calendar-2026.11-8"

const IMMINENT_MS = 48 * HOUR_MS

/** Publishers that list the data releases. */
const DATA_PUBLISHERS: ReadonlySet<CalendarSource> = new Set(["bls", "fred", "forexfactory"])

/** Publishers of high-impact events. ForexFactory or FRED can replace BLS and BEA, and the FOMC table replaces the Fed. */
const HIGH_IMPACT_PUBLISHERS: ReadonlySet<CalendarSource> = new Set(["bls", "bea"])

const MOVERS: ReadonlySet<CalendarEvent["kind"]> = new Set(["CPI", "FOMC", "NFP"])

export type TimedEvent = { readonly name: string; readonly atMs: number }

export type UpcomingEvents = {
  readonly week: readonly CalendarEvent[]
  /** The next event of importance 3 within the week. */
  readonly nextHigh: CalendarEvent | null
  readonly warning: string
  /** The events that the warning names. */
  readonly warned: readonly CalendarEvent[]
  /** Publishers of high-impact events that are not listed and that no cross-check replaces. */
  readonly missing: readonly CalendarSource[]
  readonly silentPublishers: readonly CalendarSource[]
  /** Publishers of whom only some kinds of events are known. */
  readonly partialLists: readonly CalendarSource[]
  /** Publishers whose list ends within 48 hours, with its end. */
  readonly shortLists: readonly { readonly source: CalendarSource; readonly untilMs: number }[]
  /** End of the shipped release schedule, if it replaces a publisher of data releases; else `null`. */
  readonly scheduleUntilMs: number | null
}

/**
 * Events of the next seven days, or `null` when no publisher lists the data releases of the next 48 hours and the shipped
 * schedule does not cover them.
 */
export function upcomingEvents(
  { entries, publishers, figures = [] }: CalendarTable,
  nowMs: number,
): UpcomingEvents | null {
  const isShort = ({ untilMs = Number.POSITIVE_INFINITY }: Publisher) => untilMs < nowMs + IMMINENT_MS
  const listed = publishers.filter((publisher) => publisher.isOk && !isShort(publisher) && listsEvents(publisher))
  const hasDataPublisher = listed.some(({ source }) => DATA_PUBLISHERS.has(source))
  const isScheduled = nowMs >= RELEASE_SCHEDULE_FROM_MS && nowMs + IMMINENT_MS <= RELEASE_SCHEDULE_UNTIL_MS
  if (!hasDataPublisher && !(isScheduled && listed.length > 0)) return null
  const scheduled = hasDataPublisher ? [] : releaseSchedule
  const all = [...entries, ...expiriesWithout(entries, nowMs), ...decisionsAfter(publishers), ...scheduled]
  const week = mergeEvents(all)
    .filter((event) => isAhead(event, nowMs) && msUntil(event, nowMs) <= WEEK_MS)
    .map((event) => withPublishedFigures(event, figures))
  const high = week.filter(({ importance }) => importance === 3)
  const [nextHigh = null] = high
  const [warned, missing] = [warnedOf(high, nowMs), missingPublishers(publishers, listed)]
  return {
    week,
    nextHigh,
    warning: warningOf(warned, missing, nowMs),
    warned,
    missing,
    scheduleUntilMs: hasDataPublisher ? null : RELEASE_SCHEDULE_UNTIL_MS,
    silentPublishers: publishers.filter(({ isOk }) => !isOk).map(({ source }) => source),
    partialLists: publishers.filter(({ isOk, isPartial = false }) => isOk && isPartial).map(({ source }) => source),
    shortLists: publishers.flatMap((publisher) =>
      publisher.isOk && publisher.untilMs !== undefined && isShort(publisher)
        ? [{ source: publisher.source, untilMs: publisher.untilMs }]
        : [],
    ),
  }
}

function listsEvents({ source }: Publisher): boolean {
  return source !== "bls-data"
}

/** Expiries by the terms of the contracts, where Deribit's own list has no notional of them. */
function expiriesWithout(entries: readonly CalendarEntry[], nowMs: number): readonly CalendarEntry[] {
  const isListed = (atMs: number) =>
    entries.some(({ source, when }) => source === "deribit" && "atMs" in when && when.atMs === atMs)
  return optionsExpiries(nowMs).filter(({ when }) => !isListed(when.atMs))
}

/** Rate decisions after the end of the Federal Reserve's own list, or all of them without that list. */
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
  return msUntil(event, nowMs) >= (event.atMs === null ? 1 - DAY_MS : 0)
}

/** CPI, FOMC and NFP with a known time, as far ahead as publishers and the shipped schedule list them. By time. */
export function scheduledMovers({ entries, publishers }: CalendarTable, nowMs: number): readonly TimedEvent[] {
  const all = mergeEvents([...entries, ...decisionsAfter(publishers), ...releaseSchedule])
  return all
    .flatMap(({ kind, name, atMs }) => (atMs === null || atMs < nowMs || !MOVERS.has(kind) ? [] : [{ name, atMs }]))
    .toSorted((a, b) => a.atMs - b.atMs)
}

/** Publishers of high-impact events that are not listed and that no cross-check replaces. */
function missingPublishers(all: readonly Publisher[], listed: readonly Publisher[]): readonly CalendarSource[] {
  if (listed.some(({ source }) => source === "forexfactory" || source === "fred")) return []
  const missing = all.filter((publisher) => HIGH_IMPACT_PUBLISHERS.has(publisher.source) && !listed.includes(publisher))
  return missing.map(({ source }) => source)
}

/** All events due at the time of the next high-impact event, if it is imminent. */
function warnedOf(high: readonly CalendarEvent[], nowMs: number): readonly CalendarEvent[] {
  const [next] = high
  if (next === undefined || msUntil(next, nowMs) > IMMINENT_MS) return []
  return high.filter(({ date, time }) => date === next.date && time === next.time)
}

function warningOf(warned: readonly CalendarEvent[], missing: readonly CalendarSource[], nowMs: number): string {
  const [next] = warned
  if (next === undefined) {
    if (missing.length === 0) return "No high-impact event in the next 48h."
    const names = inList(missing.map((source) => source.toUpperCase()))
    return `No high-impact event is listed for the next 48h, but the calendar of ${names} could not be read.`
  }
  const names = inList(warned.map(({ name }) => name))
  if (next.atMs === null) return `${names} on ${next.date} (time not published): expect volatility.`
  const at = new Date(next.atMs).toISOString()
  return `${names} in ${untilText(msUntil(next, nowMs))} (${at.slice(0, 10)} ${at.slice(11, 16)} UTC): expect volatility.`
}

/** `GDP`, `GDP and PCE`, `GDP, PCE and NFP`. */
function inList(names: readonly string[]): string {
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter((part) => part !== "").join(" and ")
}
