import { words } from "@/components/ui/format"

type Severity = "LOW" | "MEDIUM" | "HIGH" | "CRITICAL"

const bars = { LOW: 1, MEDIUM: 2, HIGH: 3, CRITICAL: 4 } as const satisfies Record<Severity, number>

/** Severity as a word, a score and one bar per level. */
export function SeverityMark({ severity, score }: { readonly severity: Severity; readonly score?: number }) {
  return (
    <span className="severity" data-severity={severity}>
      <span className="severity-bars" aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <i key={step} data-on={step <= bars[severity]} />
        ))}
      </span>
      {words(severity)}
      {score === undefined ? null : <small> {score}</small>}
    </span>
  )
}
