"use client"

import { CsvButton } from "@/components/ui/csv-button"
import { usd, words } from "@/components/ui/format"
import { withAnswerFrame } from "@/components/panels/answer-frame"
import type { ResponseOf } from "@/lib/api/contract"
import { eventsContract } from "@/lib/api/events"
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
export const EventsAnswer = withAnswerFrame(eventsContract, EventsView)

function EventsView({ answer }: { readonly answer: Events }) {
  const days = [...new Set(answer.upcoming_7d.map(({ date }) => date))]
  return (
    <>
      <p className={warns(answer) ? "warning-line" : "muted"}>{answer.warning}</p>
      {days.length === 0 ? <p className="empty">Nothing is scheduled in the next seven days.</p> : null}
      <div className="table-and-file">
        <ol className="calendar">
          {days.map((date) => (
            <li key={date}>
              <h4>
                <time dateTime={date}>{weekday.format(Date.parse(date))}</time>
              </h4>
              <ul>
                {answer.upcoming_7d
                  .filter((entry) => entry.date === date)
                  .map((entry) => (
                    <CalendarEntry entry={entry} key={`${entry.event} ${entry.at}`} />
                  ))}
              </ul>
            </li>
          ))}
        </ol>
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
    </>
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
      <span className="importance">
        <span aria-hidden="true">{"●".repeat(entry.importance)}</span> {importances[entry.importance]}
      </span>
    </li>
  )
}
