"use client"

import { ErrorBoundary } from "@/components/ui/error-boundary"
import { type ReactNode, useId } from "react"
import type { FreeAnswer } from "./use-free-answer"

type FreePanelProps = {
  readonly title: string
  readonly state: FreeAnswer<unknown>
  /** `h3` among panels that are sold. */
  readonly heading?: "h2" | "h3"
  /** The answer's view, nothing while there is none; and what the reader chooses by, which keeps the focus. */
  readonly children: ReactNode
}

/** A panel that needs no payment: open for everybody, and honest about not knowing. */
export function FreePanel({ title, state, heading: Heading = "h2", children }: FreePanelProps) {
  const titleId = useId()
  const isAsking = state.kind === "asking"
  return (
    <section className="panel" aria-labelledby={titleId} aria-busy={isAsking} data-state={state.kind}>
      <header className="panel-head">
        <Heading id={titleId}>{title}</Heading>
        <span className="badge">{isAsking ? "asking…" : "free"}</span>
      </header>
      <output className="visually-hidden">{statusTextOf(state)}</output>
      <div className="panel-body free-body">
        {state.kind === "failed" ? <p className="warning-line">{statusTextOf(state)}</p> : null}
        {state.kind === "loading" ? <p className="hint">Asking…</p> : null}
        <ErrorBoundary>{children}</ErrorBoundary>
      </div>
    </section>
  )
}

function statusTextOf(state: FreeAnswer<unknown>): string {
  if (state.kind === "failed") return `${state.message} Asked again each minute.`
  return state.kind === "asking" ? "Asking…" : ""
}
