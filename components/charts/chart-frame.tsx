import type { ReactNode } from "react"

type ChartFrameProps = {
  /** One sentence that says what the picture says. */
  readonly summary: string
  readonly table: ReactNode
  readonly children: ReactNode
}

/** A picture with its sentence and its table, so that nobody needs the picture. */
export function ChartFrame({ summary, table, children }: ChartFrameProps) {
  return (
    <figure className="chart">
      <figcaption className="note">{summary}</figcaption>
      <div className="chart-plot" aria-hidden="true">
        {children}
      </div>
      <details className="details slim">
        <summary>The same as a table</summary>
        {table}
      </details>
    </figure>
  )
}
