import type { ReactNode } from "react"
import { ErrorBoundary } from "@/components/ui/error-boundary"
import { LazyDetails } from "@/components/ui/lazy-details"
import { KeyboardNavigable } from "./keyboard-navigable"

type ChartFrameProps = {
  readonly name: string
  /** One sentence that states what the chart shows. */
  readonly summary: string
  readonly table: ReactNode
  readonly children: ReactNode
}

/** A chart with a text summary and a data table, so the content is available without the picture. */
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
      <LazyDetails className="details slim" summary="Data table">
        {table}
      </LazyDetails>
    </figure>
  )
}
