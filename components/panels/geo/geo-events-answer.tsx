"use client"

import { useState } from "react"
import { CsvButton, type CsvFile } from "@/components/ui/csv-button"
import { StatList } from "@/components/ui/stat-list"
import { words } from "@/components/ui/format"
import type { ResponseOf } from "@/lib/api/contract"
import { geoEventsContract } from "@/lib/api/geo-events"
import { useNow } from "@/lib/client/browser/use-now"
import { AnswerMeta } from "@/components/panels/answer-meta"
import { RawAnswer } from "@/components/panels/raw-answer"
import { GeoEventItem } from "./geo-event-item"
import { Timeline } from "./timeline"

type GeoEvents = ResponseOf<typeof geoEventsContract>

/** Events in the news with severity, corroboration and measured moves. */
export function GeoEventsAnswer({ body }: { readonly body: unknown }) {
  const parsed = geoEventsContract.response.safeParse(body)
  if (!parsed.success) return <RawAnswer body={body} />
  const answer = parsed.data
  return (
    <div className="answer">
      <Summary summary={answer.summary} total={answer.total} />
      <Timeline
        caption="Events by the hour in which they were first seen"
        points={answer.events.map(({ id, title, severity, severity_score, first_seen_at }) => ({
          id,
          name: title,
          severity,
          score: severity_score,
          atMs: Date.parse(first_seen_at),
        }))}
        endMs={Date.parse(answer.timestamp)}
      />
      <EventList events={answer.events} csv={{ name: "geo-events", meta: answer.meta, records: answer.events }} />
      <p className="note">{answer.attribution.join(" · ")}</p>
      <AnswerMeta meta={answer.meta} timestamp={answer.timestamp} />
    </div>
  )
}

function Summary({ summary, total }: Pick<GeoEvents, "summary" | "total">) {
  const { by_severity, index, highest } = summary
  return (
    <StatList
      stats={[
        { name: "Highest", value: highest === null ? "None" : words(highest), note: `${total} events qualify` },
        {
          name: "Critical, high",
          value: `${by_severity.CRITICAL}, ${by_severity.HIGH}`,
          note: `${by_severity.MEDIUM} medium, ${by_severity.LOW} low`,
        },
        {
          name: "Attention",
          value: index.value,
          note: index.z_vs_week === null ? index.basis : `z ${index.z_vs_week.toFixed(1)}: ${index.basis}`,
        },
      ]}
    />
  )
}

type EventListProps = { readonly events: GeoEvents["events"]; readonly csv: CsvFile }

function EventList({ events, csv }: EventListProps) {
  const nowMs = useNow()
  const [category, setCategory] = useState<string | null>(null)
  const categories = [...new Set(events.map((event) => event.category))]
  const shown = category === null ? events : events.filter((event) => event.category === category)
  if (events.length === 0) return <p className="empty">No event qualifies. That is a result: the news were read.</p>
  return (
    <>
      <fieldset className="filters">
        <legend className="visually-hidden">Show only one kind</legend>
        {[null, ...categories].map((kind) => (
          <button
            className="chip-button"
            type="button"
            aria-pressed={kind === category}
            key={kind ?? "all"}
            onClick={() => setCategory(kind)}
          >
            {kind === null ? `All ${events.length}` : words(kind)}
          </button>
        ))}
      </fieldset>
      <div className="table-and-file">
        <ul className="geo-events">
          {shown.map((event) => (
            <GeoEventItem event={event} nowMs={nowMs} key={event.id} />
          ))}
        </ul>
        <CsvButton of="all events" file={csv} />
      </div>
    </>
  )
}
