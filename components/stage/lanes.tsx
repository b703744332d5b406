import { type ReactNode, useState } from "react"
import { type Arrow, type ArrowState, type Lane, laneNames } from "@/lib/client/stage/arrow"
import { MessageParts } from "./message-parts"

const stateWords: Readonly<Record<ArrowState, string>> = {
  done: "",
  failed: "Stopped here. ",
  waiting: "Waiting. ",
  later: "Later. ",
}

type LanesProps = {
  readonly title: string
  readonly arrows: readonly Arrow[]
  /** Shown with the arrow of a signature. */
  readonly signature: ReactNode
}

/** Browser, service and chain as three lanes, and each message as an arrow. For a screen reader: a list of steps. */
export function Lanes({ title, arrows, signature }: LanesProps) {
  return (
    <div className="lanes">
      <div className="lane-names" aria-hidden="true">
        {Object.entries(laneNames).map(([lane, name]) => (
          <span key={lane}>{name}</span>
        ))}
      </div>
      <ol className="arrows" aria-label={`Steps of ${title}`}>
        {arrows.map((arrow) => (
          <ArrowItem arrow={arrow} key={arrow.id}>
            {arrow.id === "sign" && arrow.state === "done" ? signature : null}
          </ArrowItem>
        ))}
      </ol>
    </div>
  )
}

function ArrowItem({ arrow, children }: { readonly arrow: Arrow; readonly children?: ReactNode }) {
  const { from, to, label, note, durationMs, state, parts } = arrow
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="arrow" data-state={state} data-way={wayOf(from, to)}>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span className="visually-hidden">{routeText(from, to)}: </span>
          <span className="arrow-text">
            <span className="arrow-label">{label}</span>
            {durationMs === null ? null : <span className="arrow-time figure">{durationText(durationMs)}</span>}
          </span>
          <span className="visually-hidden">{stateWords[state]}</span>
          <span className="arrow-line" aria-hidden="true" />
        </summary>
        {isOpen ? (
          <div className="arrow-details">
            <p>{note}</p>
            {children}
            <MessageParts parts={parts} about={label} />
          </div>
        ) : null}
      </details>
    </li>
  )
}

function wayOf(from: Lane, to: Lane): string {
  return from === to ? `at-${from}` : `${from}-${to}`
}

export function routeText(from: Lane, to: Lane): string {
  return from === to ? laneNames[from] : `${laneNames[from]} to ${laneNames[to].toLowerCase()}`
}

function durationText(ms: number): string {
  if (ms < 10_000) return `${Math.max(0, Math.round(ms))} ms`
  return `${Math.round(ms / 1_000)} s`
}
