import type { ComponentType } from "react"
import type { z } from "zod"
import type { MetaData } from "./answer-meta"
import { RawAnswer } from "./raw-answer"

/** The fields that every paid answer has. */
type Answer = { readonly meta: MetaData }

type AnswerSchema = z.ZodType<Answer>
type View<S extends AnswerSchema> = ComponentType<{ readonly answer: z.output<S> }>

/** Wraps a view so that it receives the parsed answer. Degraded inputs are named below its decision. */
export function withAnswerFrame<S extends AnswerSchema>(
  { response }: { readonly response: S },
  view: View<S>,
): ComponentType<{ readonly body: unknown }> {
  return function FramedAnswer({ body }) {
    return <AnswerFrame schema={response} view={view} body={body} />
  }
}

type AnswerFrameProps<S extends AnswerSchema> = {
  readonly schema: S
  readonly view: View<S>
  readonly body: unknown
}

/** A separate component, so the answer is parsed once and not on every render. */
function AnswerFrame<S extends AnswerSchema>({ schema, view: View, body }: AnswerFrameProps<S>) {
  const parsed = schema.safeParse(body)
  if (!parsed.success) return <RawAnswer body={body} />
  const { degraded } = parsed.data.meta
  return (
    <div className="answer">
      <View answer={parsed.data} />
      {degraded.length > 0 ? (
        <p className="meta-warning">
          <strong>Degraded inputs:</strong> {degraded.join("; ")}
        </p>
      ) : null}
    </div>
  )
}
