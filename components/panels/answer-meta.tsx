"use client"

import Link from "next/link"
import type { z } from "zod"
import { Age } from "@/components/ui/age"
import type { CallMeta, Meta } from "@/lib/api/fields"
import { useNow } from "@/lib/client/browser/use-now"
import { useTimes } from "@/lib/client/browser/use-times"
import { indicatorName } from "@/lib/client/format/indicator"

export type MetaData = z.output<typeof Meta> & Partial<z.output<typeof CallMeta>>

/** Sources, age and missing inputs of an answer. */
export function AnswerMeta({ meta, timestamp }: { readonly meta: MetaData; readonly timestamp: string }) {
  const nowMs = useNow()
  const times = useTimes()
  const oldest = meta.sources.find(({ as_of }) => as_of === meta.as_of)
  return (
    <div className="meta">
      {meta.degraded.length > 0 ? (
        <p className="meta-warning">
          <strong>Degraded inputs:</strong> {meta.degraded.join("; ")}
        </p>
      ) : null}
      <p>
        Computed <time dateTime={timestamp}>{times.short(timestamp, nowMs)}</time>&nbsp;· oldest input{" "}
        <Age at={meta.as_of} />
        {oldest && meta.sources.length > 1 ? ` (${oldest.name})` : ""}&nbsp;·{" "}
        <span className="together">method {meta.method_version}</span>
        {meta.mode === "sandbox"
          ? `\u00a0· ${meta.market === "live" ? "sandbox, real market data" : "simulated market"}`
          : ""}
      </p>
      {meta.sealed ? <SealedNote sealed={meta.sealed} /> : null}
      <details className="details slim">
        <summary>
          {count(meta.sources.length, "source")},{" "}
          {meta.abstaining.length === 0 ? "all reporting" : `${meta.abstaining.length} abstaining`}
        </summary>
        <ul className="meta-list">
          {meta.sources.map((source) => (
            <li key={`${source.name} ${source.as_of}`}>
              <span>{source.name}</span> <span className="muted">as of {times.text(source.as_of)}</span>
            </li>
          ))}
          {meta.abstaining.map(({ indicator, reason }) => (
            <li key={indicator}>
              <span>{indicatorName(indicator)}</span> <span className="muted">abstains: {reason}</span>
            </li>
          ))}
        </ul>
        <p>
          What <Link href={`/changelog#${meta.method_version}`}>method {meta.method_version}</Link> changed.
        </p>
        <p>{meta.disclaimer}</p>
      </details>
    </div>
  )
}

/** The commitment of the recorded call. A buyer can compare it when the record is revealed. */
function SealedNote({ sealed: { id, commitment } }: { readonly sealed: NonNullable<MetaData["sealed"]> }) {
  return (
    <p>
      On record as <span className="mono">{id}</span>, commitment{" "}
      <span className="mono break" title={commitment}>
        {commitment.slice(0, 12)}…
      </span>{" "}
      (<Link href="/track-record">revealed after 24h</Link>)
    </p>
  )
}

function count(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? "" : "s"}`
}
