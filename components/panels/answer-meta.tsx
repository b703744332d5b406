"use client"

import type { z } from "zod"
import type { Meta } from "@/lib/api/fields"
import { useNow } from "@/lib/client/browser/use-now"
import { ageText, utcShort, utcText } from "@/lib/client/format/time"
import { indicatorName } from "@/lib/client/format/indicator"

type MetaData = z.output<typeof Meta>

/** What the numbers rest on and what was missing. */
export function AnswerMeta({ meta, timestamp }: { readonly meta: MetaData; readonly timestamp: string }) {
  const nowMs = useNow()
  return (
    <div className="meta">
      {meta.degraded.length > 0 ? (
        <p className="meta-warning">
          <strong>Weaker than usual:</strong> {meta.degraded.join("; ")}
        </p>
      ) : null}
      <p>
        Computed <time dateTime={timestamp}>{utcShort(timestamp, nowMs)}</time> · oldest input{" "}
        <time dateTime={meta.as_of} title={utcText(meta.as_of)}>
          {ageText(Math.max(0, nowMs - Date.parse(meta.as_of)))}
        </time>{" "}
        · <span className="together">method {meta.method_version}</span>
        {meta.mode === "sandbox" ? " · simulated market" : ""}
      </p>
      <details className="details slim">
        <summary>
          {count(meta.sources.length, "source")}, {meta.abstaining.length} abstaining
        </summary>
        <ul className="meta-list">
          {meta.sources.map((source) => (
            <li key={`${source.name} ${source.as_of}`}>
              <span>{source.name}</span> <span className="muted">as of {utcText(source.as_of)}</span>
            </li>
          ))}
          {meta.abstaining.map(({ indicator, reason }) => (
            <li key={indicator}>
              <span>{indicatorName(indicator)}</span> <span className="muted">abstains: {reason}</span>
            </li>
          ))}
        </ul>
        <p>{meta.disclaimer}</p>
      </details>
    </div>
  )
}

function count(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? "" : "s"}`
}
