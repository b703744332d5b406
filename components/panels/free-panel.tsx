"use client"

import { ErrorBoundary } from "@/components/ui/error-boundary"
import { type ReactNode, useId } from "react"
import type { FreeAnswer } from "./use-free-answer"

type FreePanelProps = {
  readonly title: string
  readonly state: FreeAnswer<unknown>
  /** `h3` among paid panels. */
  readonly heading?: "h2" | "h3"
  /** The view of the answer, if there is one, and the filters, which keep the focus while the answer reloads. */
  readonly children: ReactNode
}

/** A panel with a free answer. It shows loading and failure states. */
export function FreePanel({ title, state, heading: Heading = "h2", children }: FreePanelProps) {
  const titleId = useId()
  const isAsking = state.kind === "asking"
  return (
    <section className="panel" aria-labelledby={titleId} aria-busy={isAsking} data-state={state.kind}>
      <header className="panel-head">
        <Heading id={titleId}>{title}</Heading>
        <span className="badge">{isAsking ? "loading…" : "free"}</span>
      </header>
      <output className="visually-hidden">{statusTextOf(state)}</output>
      <div className="panel-body free-body">
        {state.kind === "failed" ? <p className="warning-line">{statusTextOf(state)}</p> : null}
        {state.kind === "loading" ? <p className="hint">Loading…</p> : null}
        <ErrorBoundary>{children}</ErrorBoundary>
      </div>
    </section>
  )
}

function statusTextOf(state: FreeAnswer<unknown>): string {
  if (state.kind === "failed") return `${state.message} Retrying every minute.`
  return state.kind === "asking" ? "Loading…" : ""
}
