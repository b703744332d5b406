import type { Message } from "@/lib/client/decoder/decode"
import type { Field, Finding } from "@/lib/client/decoder/field"

/** A message with each field's value, meaning and mistakes. */
export function DecodedMessage({ message }: { readonly message: Message }) {
  const { title, place, fields, findings } = message
  return (
    <section className="decoded" aria-label={`${title} in ${place}`}>
      <p className="label">
        {title} <span className="mono">{place}</span>
      </p>
      <Findings findings={findings} />
      <dl>
        {fields.map((field) => (
          <FieldRow field={field} key={field.path} />
        ))}
      </dl>
    </section>
  )
}

function FieldRow({ field }: { readonly field: Field }) {
  const { path, value, meaning, findings } = field
  return (
    <div className="decoded-field" data-level={levelOf(findings)}>
      <dt className="mono">{path}</dt>
      <dd>
        <span className="mono">{value ?? "missing"}</span>
        <span className="muted">{meaning}</span>
        <Findings findings={findings} />
      </dd>
    </div>
  )
}

export function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  return findings.map(({ level, text }) => (
    <span className="finding" data-level={level} key={text}>
      <span aria-hidden="true">{level === "error" ? "✕" : "!"}</span> {level === "error" ? "Mistake" : "Warning"}:{" "}
      {text}
    </span>
  ))
}

function levelOf(findings: readonly Finding[]): string | undefined {
  return findings.find(({ level }) => level === "error")?.level ?? findings[0]?.level
}
