"use client"

import { useState } from "react"
import { CsvButton, type CsvFile } from "@/components/ui/csv-button"
import { StatList } from "@/components/ui/stat-list"
import { words } from "@/components/ui/format"
import type { ResponseOf } from "@/lib/api/contract"
import { geoEventsContract } from "@/lib/endpoints/geo-events/contract"
import { ratioText } from "@/lib/client/format/number"
import { withAnswerFrame } from "@/components/panels/answer-frame"
import { GeoEventItem } from "@/components/panels/parts/geo-event-item"
import { storiesIn } from "./stories"
import { Timeline } from "./timeline"

type GeoEvents = ResponseOf<typeof geoEventsContract>

/** Events in the news with severity, corroboration and measured price reaction. */
export const Answer = withAnswerFrame(geoEventsContract, GeoEventsView)

function GeoEventsView({ answer }: { readonly answer: GeoEvents }) {
  return (
    <>
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
    </>
  )
}

function Summary({ summary, total }: Pick<GeoEvents, "summary" | "total">) {
  const { by_severity, index, highest } = summary
  return (
    <StatList
      stats={[
        {
          name: "Highest",
          value: highest === null ? "None" : words(highest),
          note: total === 1 ? "1 event qualifies" : `${total} events qualify`,
        },
        {
          name: "Severe",
          value: `${by_severity.CRITICAL} critical, ${by_severity.HIGH} high`,
          note: `${by_severity.MEDIUM} medium, ${by_severity.LOW} low`,
        },
        {
          name: "Attention",
          value: index.value,
          note: volumeText(index.z_vs_week),
        },
      ]}
    />
  )
}

/** `News volume below normal (z −0.8)` */
function volumeText(z: number | null): string {
  if (z === null) return "news volume: no comparison yet"
  return `News volume ${Math.abs(z) < 0.5 ? "normal" : z < 0 ? "below normal" : "above normal"} (z ${ratioText(z, 1)})`
}

type EventListProps = { readonly events: GeoEvents["events"]; readonly csv: CsvFile }

function EventList({ events, csv }: EventListProps) {
  const [category, setCategory] = useState<string | null>(null)
  const categories = [...new Set(events.map((event) => event.category))]
  const shown = category === null ? events : events.filter((event) => event.category === category)
  if (events.length === 0) return <p className="empty">No event qualifies. That is a result: the news was read.</p>
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
          {storiesIn(shown).map(({ event, others }) => (
            <GeoEventItem event={event} others={others} key={event.id} />
          ))}
        </ul>
        <CsvButton of="all events" file={csv} />
      </div>
    </>
  )
}
