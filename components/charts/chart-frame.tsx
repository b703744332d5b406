import type { ReactNode } from "react"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { KeyboardNavigable } from "./keyboard-navigable"

type ChartFrameProps = {
  readonly name: string
  /** One sentence that says what the picture says. */
  readonly summary: string
  readonly table: ReactNode
  readonly children: ReactNode
}

/** A picture with its sentence and its table, so that nobody needs the picture. */
export function ChartFrame({ name, summary, table, children }: ChartFrameProps) {
  return (
    <figure className="chart">
      <figcaption className="note">{summary}</figcaption>
      <ErrorBoundary>
        <KeyboardNavigable label={name}>
          <div className="chart-plot" aria-hidden="true">
            {children}
          </div>
        </KeyboardNavigable>
      </ErrorBoundary>
      <details className="details slim">
        <summary>The same as a table</summary>
        {table}
      </details>
    </figure>
  )
}
