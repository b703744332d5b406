"use client"

import { CsvButton } from "@/components/ui/csv-button"
import { words } from "@/components/ui/format"
import { StatList } from "@/components/ui/stat-list"
import type { ResponseOf } from "@/lib/api/contract"
import { geoAlertContract } from "@/lib/endpoints/geo-alert/contract"
import { useNow } from "@/lib/client/browser/use-now"
import { useTimes } from "@/lib/client/browser/use-times"
import { MoreDetails, useIsCompact } from "@/components/panels/answer-density"
import { withAnswerFrame } from "@/components/panels/answer-frame"
import { GeoEventItem } from "@/components/panels/parts/geo-event-item"

type GeoAlert = ResponseOf<typeof geoAlertContract>

/** CLEAR or ALERT, and the sources that were checked. */
export const Answer = withAnswerFrame(geoAlertContract, GeoAlertView)

function GeoAlertView({ answer }: { readonly answer: GeoAlert }) {
  const isCompact = useIsCompact()
  return (
    <>
      <AlertVerdict answer={answer} />
      {isCompact ? null : <Checked answer={answer} />}
      {answer.alerts.length > 0 ? (
        <div className="table-and-file">
          <ul>
            {answer.alerts.map((event) => (
              <GeoEventItem event={event} key={event.ack_key} />
            ))}
          </ul>
          <CsvButton of="alerts" file={{ name: "geo-alerts", meta: answer.meta, records: answer.alerts }} />
        </div>
      ) : null}
      <MoreDetails label="Sources, articles, ended alerts">
        {isCompact ? <Checked answer={answer} /> : null}
        <Ended ended={answer.ended} />
        <p className="note">{answer.attribution.join(" · ")}</p>
      </MoreDetails>
    </>
  )
}

function AlertVerdict({ answer }: { readonly answer: GeoAlert }) {
  const { status, level, count, checked } = answer
  if (status === "CLEAR") {
    return (
      <div>
        <p className="verdict-word" data-tone="up">
          <span aria-hidden="true">✓</span> Clear
        </p>
        <p className="muted">
          No high or critical alert in the last 24 hours. {checked.articles_scanned} articles from {checked.sources_ok}{" "}
          of {checked.sources_total} sources were read.
        </p>
      </div>
    )
  }
  return (
    <div>
      <p className="verdict-word" data-tone="warn">
        <span aria-hidden="true">!</span> {count} {count === 1 ? "alert" : "alerts"}
      </p>
      <p className="muted">Highest: {level === null ? "none" : words(level).toLowerCase()}.</p>
    </div>
  )
}

function Checked({ answer }: { readonly answer: GeoAlert }) {
  const { checked, affected_assets, next_refresh_at } = answer
  const nowMs = useNow()
  const times = useTimes()
  const moves = Object.values(affected_assets).reduce((sum, asset) => sum + asset.significant_moves, 0)
  return (
    <StatList
      stats={[
        {
          name: "Sources",
          value: `${checked.sources_ok} of ${checked.sources_total}`,
          note: checked.last_poll_at ? `read ${times.short(checked.last_poll_at, nowMs)}` : "not read yet",
        },
        { name: "Articles", value: checked.articles_scanned, note: "scanned" },
        { name: "Significant moves", value: moves, note: "of BTC, ETH, gold, oil" },
        { name: "Next check", value: times.short(next_refresh_at, nowMs) },
      ]}
    />
  )
}

function Ended({ ended }: Pick<GeoAlert, "ended">) {
  const times = useTimes()
  if (ended.length === 0) return null
  return (
    <details className="details">
      <summary>
        Ended <span className="muted">{ended.length}</span>
      </summary>
      <ul className="meta-list">
        {ended.map(({ id, title, reason, ended_at }) => (
          <li key={id}>
            <bdi>{title}</bdi>{" "}
            <span className="muted">
              {reason}, {times.text(ended_at)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
