"use client"

import { CsvButton } from "@/components/ui/csv-button"
import { usd, words } from "@/components/ui/format"
import { MoreDetails, useIsCompact } from "@/components/panels/answer-density"
import { withAnswerFrame } from "@/components/panels/answer-frame"
import type { ResponseOf } from "@/lib/api/contract"
import { eventsContract } from "@/lib/endpoints/events/contract"
import { downloadText } from "@/lib/client/browser/download"
import { useNow } from "@/lib/client/browser/use-now"
import { useTimes } from "@/lib/client/browser/use-times"
import { eventsToIcs } from "./events-ics"
import { timeUntil } from "./event-time"

type Events = ResponseOf<typeof eventsContract>
type Entry = Events["upcoming_7d"][number]

const importances = { 1: "Low", 2: "Medium", 3: "High" } as const
const weekday = new Intl.DateTimeFormat("en-US", { weekday: "long", month: "long", day: "numeric", timeZone: "UTC" })

/** Scheduled events by day, with forecasts. */
export const Answer = withAnswerFrame(eventsContract, EventsView)

function EventsView({ answer }: { readonly answer: Events }) {
  const isCompact = useIsCompact()
  const entries = answer.upcoming_7d
  return (
    <>
      <p className={warns(answer) ? "warning-line" : "muted"}>{answer.warning}</p>
      {answer.upcoming_7d.length === 0 ? <p className="empty">Nothing is scheduled in the next seven days.</p> : null}
      {isCompact ? <MostImportant entries={entries} /> : null}
      <MoreDetails label={`All ${entries.length} events, calendar file`}>
        <Calendar entries={entries} />
        <div className="file-buttons">
          <button
            className="csv-button"
            type="button"
            onClick={() =>
              downloadText(
                "signal402-events.ics",
                "text/calendar;charset=utf-8",
                eventsToIcs(answer.upcoming_7d, answer.timestamp),
              )
            }
          >
            Add to calendar (.ics)
          </button>
          <CsvButton of="Scheduled events" file={{ name: "events", meta: answer.meta, records: answer.upcoming_7d }} />
        </div>
      </MoreDetails>
    </>
  )
}

const COMPACT_EVENTS = 2

/** The most important events in their order of time. */
function MostImportant({ entries }: { readonly entries: readonly Entry[] }) {
  const nowMs = useNow()
  const times = useTimes()
  const first = new Set(entries.toSorted((a, b) => b.importance - a.importance).slice(0, COMPACT_EVENTS))
  return (
    <ul className="calendar-brief">
      {entries
        .filter((entry) => first.has(entry))
        .map((entry) => (
          <li className="calendar-entry" data-importance={entry.importance} key={`${entry.event} ${entry.at}`}>
            <span>{times.day(entry.at ?? entry.date)}</span>
            <span>
              <b>{entry.event}</b>
              <small>
                {entry.at === null ? "all day" : `${times.onDay(entry.at, entry.date)}, ${timeUntil(entry.at, nowMs)}`}
              </small>
            </span>
            <Importance of={entry} />
          </li>
        ))}
    </ul>
  )
}

function Importance({ of: { importance } }: { readonly of: Entry }) {
  return (
    <span className="importance">
      <span aria-hidden="true">{"●".repeat(importance)}</span> {importances[importance]}
    </span>
  )
}

function Calendar({ entries }: { readonly entries: readonly Entry[] }) {
  const days = [...new Set(entries.map(({ date }) => date))]
  return (
    <ol className="calendar">
      {days.map((date) => (
        <li key={date}>
          <h4>
            <time dateTime={date}>{weekday.format(Date.parse(date))}</time>
          </h4>
          <ul>
            {entries
              .filter((entry) => entry.date === date)
              .map((entry) => (
                <CalendarEntry entry={entry} key={`${entry.event} ${entry.at}`} />
              ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

/** The warning text begins with the name of the event. Without an event the text is not a warning. */
function warns({ next_high_impact, warning }: Events): boolean {
  return next_high_impact !== null && warning.startsWith(next_high_impact.event)
}

function CalendarEntry({ entry }: { readonly entry: Entry }) {
  const nowMs = useNow()
  const times = useTimes()
  return (
    <li className="calendar-entry" data-importance={entry.importance}>
      <span className="calendar-time">
        {entry.at === null ? "all day" : <time dateTime={entry.at}>{times.onDay(entry.at, entry.date)}</time>}
        <small>{entry.time_et === null ? "" : `${entry.time_et} New York`}</small>
        <small>{timeUntil(entry.at, nowMs)}</small>
      </span>
      <span>
        <b>{entry.event}</b>
        <small>
          {entry.figures
            .map(
              ({ measure, forecast, previous }) =>
                `${measure}: ${forecast === null ? "no forecast" : `forecast ${forecast}`}, previous ${previous ?? "–"}`,
            )
            .join(" · ")}
        </small>
        {entry.notional_usd == null ? null : <small>{usd(entry.notional_usd)} of open contracts at Deribit</small>}
        <small>Source: {entry.sources.map(words).join(", ")}</small>
      </span>
      <Importance of={entry} />
    </li>
  )
}
