import type { ResponseOf } from "@/lib/api/contract"
import type { eventsContract } from "./contract"
import type { CalendarFeed, CalendarSource } from "@/lib/domain/calendar/calendar-entry"
import type { CalendarEvent } from "@/lib/domain/calendar/merge-events"
import { CALENDAR_METHOD_VERSION, msUntil, upcomingEvents } from "@/lib/domain/calendar/upcoming"
import { hoursUntil } from "@/lib/domain/calendar/time-until"
import { DataUnavailableError } from "@/lib/domain/errors"
import { isoDate, isoTime } from "@/lib/domain/utc-day"
import { answerMeta, type AnswerContext } from "@/lib/usecases/answer-meta"

type Answer = ResponseOf<typeof eventsContract>

/** What is missing without a publisher that lists no events of its own. */
const LOSS: Readonly<Partial<Record<CalendarSource, string>>> = {
  deribit: "the notional of options expiries is unknown",
  "bls-data": "previous figures of CPI, NFP and PPI may be missing",
}

/**
 * Scheduled events of the next seven days.
 *
 * @throws {DataUnavailableError} when no publisher lists the data releases of the next 48 hours: "no event" would
 * be a guess.
 */
export async function getEvents(
  _: unknown,
  { calendar, nowMs, mode }: AnswerContext & { readonly calendar: CalendarFeed },
): Promise<Answer> {
  const { table, upcoming } = await readCalendar({ calendar, nowMs })
  const [first = table, ...rest] = table.value.publishers.flatMap(({ source, asOfMs }) =>
    asOfMs === undefined ? [] : [{ source, asOfMs }],
  )
  return {
    upcoming_7d: upcoming.week.map((event) => toEntry(event, nowMs)),
    warning: upcoming.warning,
    total_upcoming: upcoming.week.length,
    next_high_impact: upcoming.nextHigh && toEntry(upcoming.nextHigh, nowMs),
    timestamp: isoTime(nowMs),
    meta: answerMeta({
      nowMs,
      mode,
      methodVersion: CALENDAR_METHOD_VERSION,
      inputs: [first, ...rest],
      degraded: [
        ...upcoming.silentPublishers.map(
          (source) => `No answer from ${source}: ${LOSS[source] ?? "its events may be missing"}.`,
        ),
        ...upcoming.partialLists.map(
          (source) => `Only a part of the list of ${source}: its other events may be missing.`,
        ),
        ...(upcoming.scheduleUntilMs === null
          ? []
          : [
              `CPI and NFP dates come from the yearly schedule shipped with the service, which ends on ${isoDate(upcoming.scheduleUntilMs)}. Other data releases may be missing.`,
            ]),
        ...upcoming.shortLists.map(({ source, untilMs }) => `The list of ${source} ends on ${isoDate(untilMs)}.`),
      ],
      disclaimer: "Dates are those of the publishers and may move. Research, not advice.",
    }),
  }
}

/** @throws {DataUnavailableError} when no publisher lists the data releases of the next 48 hours. */
export async function readCalendar({ calendar, nowMs }: { readonly calendar: CalendarFeed; readonly nowMs: number }) {
  const table = await calendar.read()
  const upcoming = table && upcomingEvents(table.value, nowMs)
  if (!upcoming) throw new DataUnavailableError("No publisher of the economic calendar can be read at the moment.")
  return { table, upcoming }
}

function toEntry(event: CalendarEvent, nowMs: number): Answer["upcoming_7d"][number] {
  return {
    date: event.date,
    event: event.name,
    importance: event.importance,
    category: event.category,
    kind: event.kind,
    at: event.atMs === null ? null : isoTime(event.atMs),
    time_et: event.time,
    figures: event.figures.map(({ measure, forecast, previous }) => ({ measure, forecast, previous })),
    ...(event.kind === "OPTIONS_EXPIRY" && { notional_usd: event.notionalUsd }),
    hours_until: event.atMs === null ? null : hoursUntil(msUntil(event, nowMs)),
    sources: [...event.sources],
  }
}
