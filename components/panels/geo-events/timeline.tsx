import { KeyboardNavigable } from "@/components/charts/keyboard-navigable"
import { words } from "@/components/ui/format"
import { useTimes } from "@/lib/client/browser/use-times"
import { HOUR_MS } from "@/lib/domain/utc-day"

type Point = {
  readonly id: string
  readonly name: string
  readonly severity: "LOW" | "MEDIUM" | "HIGH" | "CRITICAL"
  /** 0 to 100. */
  readonly score: number
  readonly atMs: number
}

type TimelineProps = { readonly caption: string; readonly points: readonly Point[]; readonly endMs: number }

/**
 * Events over time, placed by severity. The list below has the same data, so the chart is hidden from screen readers.
 */
export function Timeline({ caption, points, endMs }: TimelineProps) {
  const times = useTimes()
  if (points.length < 2) return null
  const ordered = points.toSorted((a, b) => a.atMs - b.atMs)
  const beginMs = Math.min(...points.map(({ atMs }) => atMs), endMs - 24 * HOUR_MS)
  const at = (atMs: number) => `${(100 * (atMs - beginMs)) / (endMs - beginMs || 1)}%`
  return (
    <figure>
      <figcaption className="visually-hidden">{caption}</figcaption>
      <KeyboardNavigable label={caption}>
        <div className="timeline-plot" aria-hidden="true">
          {[25, 50, 75].map((score) => (
            <hr key={score} style={{ insetBlockEnd: `${score}%` }} />
          ))}
          {ordered.map(({ id, name, severity, score, atMs }) => (
            <i
              data-point={`${times.text(atMs)}: ${name}, ${words(severity).toLowerCase()}, severity ${score} of 100`}
              data-severity={severity}
              key={id}
              title={`${name}, ${score}, ${times.text(atMs)}`}
              style={{ insetInlineStart: at(atMs), insetBlockEnd: `${score}%` }}
            />
          ))}
        </div>
      </KeyboardNavigable>
      <div className="ribbon-ends" aria-hidden="true">
        <small>{times.text(beginMs)}</small>
        <small>severity 0 to 100</small>
        <small>{times.text(endMs)}</small>
      </div>
    </figure>
  )
}
