import type { ReactNode } from "react"
import { JsonBlock } from "@/components/ui/json-block"
import { ScrollRegion } from "@/components/ui/scroll-region"
import type { Evidence, Step, StepState } from "@/lib/client/inspector/step"

const words: Readonly<Record<StepState, string>> = {
  done: "Done",
  failed: "Stopped here",
  waiting: "Waiting",
  open: "Not reached",
}
const marks: Readonly<Record<StepState, string>> = { done: "✓", failed: "✕", waiting: "…", open: "·" }

/** One step: state, note, duration, and evidence to expand. */
export function StepItem({ step, children }: { readonly step: Step; readonly children?: ReactNode }) {
  return (
    <li className="inspector-step" data-state={step.state}>
      <p className="inspector-step-head">
        <span className="inspector-mark" aria-hidden="true">
          {marks[step.state]}
        </span>
        <strong>{step.title}</strong>
        <span className="visually-hidden">{words[step.state]}</span>
        {step.durationMs === null ? null : <span className="figure muted">{step.durationMs} ms</span>}
      </p>
      <p className="muted break">{step.note}</p>
      {children}
      {step.evidence.map((evidence) => (
        <details className="details slim" key={evidence.label}>
          <summary>
            {evidence.label} <span className="visually-hidden">of {step.title}</span>
          </summary>
          <EvidenceBlock evidence={evidence} title={step.title} />
        </details>
      ))}
    </li>
  )
}

function EvidenceBlock({ evidence, title }: { readonly evidence: Evidence; readonly title: string }) {
  const label = `${evidence.label}, ${title}`
  if (evidence.kind === "json") return <JsonBlock label={label} value={evidence.value} />
  const text =
    evidence.kind === "text" ? evidence.text : evidence.lines.map(([name, value]) => `${name}: ${value}`).join("\n")
  return (
    <ScrollRegion label={label} className="json">
      <pre>{text}</pre>
    </ScrollRegion>
  )
}
