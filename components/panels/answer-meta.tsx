"use client"

import Link from "next/link"
import { z } from "zod"
import { Age } from "@/components/ui/age"
import { CallMeta, DateTime } from "@/lib/api/fields"
import { useNow } from "@/lib/client/browser/use-now"
import { useTimes } from "@/lib/client/browser/use-times"
import { indicatorName } from "@/lib/client/format/indicator"

export type MetaData = z.output<typeof CallMeta>

const AnswerFacts = z.object({ meta: CallMeta, timestamp: DateTime })

/** Metadata and time of an answer. `null`: the answer is not stored, or has another format. */
export function answerFactsOf(body: unknown): z.output<typeof AnswerFacts> | null {
  return AnswerFacts.safeParse(body).data ?? null
}

/** Sources, age and missing inputs of an answer. */
export function AnswerMeta({ meta, timestamp }: z.output<typeof AnswerFacts>) {
  const nowMs = useNow()
  const times = useTimes()
  const oldest = meta.sources.find(({ as_of }) => as_of === meta.as_of)
  return (
    <div className="meta">
      <p>
        Computed <time dateTime={timestamp}>{times.short(timestamp, nowMs)}</time>&nbsp;· oldest input{" "}
        <Age at={meta.as_of} />
        {oldest && meta.sources.length > 1 ? ` (${oldest.name})` : ""}&nbsp;·{" "}
        <Link className="together" href={`/changelog#${meta.method_version}`}>
          method {meta.method_version}
        </Link>
        {meta.mode === "sandbox"
          ? `\u00a0· ${meta.market === "live" ? "sandbox, real market data" : "simulated market"}`
          : ""}
      </p>
      {meta.sealed ? <SealedNote sealed={meta.sealed} /> : null}
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
      <p>{meta.disclaimer}</p>
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

/** `9 sources`, and how many indicators abstained. */
export function sourcesText({ sources, abstaining }: Pick<MetaData, "sources" | "abstaining">): string {
  const counted = `${sources.length} ${sources.length === 1 ? "source" : "sources"}`
  return abstaining.length === 0 ? counted : `${counted}, ${abstaining.length} abstaining`
}
