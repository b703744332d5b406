import type { ComponentType } from "react"
import type { z } from "zod"
import { AnswerMeta, type MetaData } from "./answer-meta"
import { RawAnswer } from "./raw-answer"

/** The fields that every paid answer has. */
type Answer = { readonly meta: MetaData; readonly timestamp: string }

type AnswerSchema = z.ZodType<Answer>
type View<S extends AnswerSchema> = ComponentType<{ readonly answer: z.output<S> }>

/** Wraps a view so that it receives the parsed answer and shows the answer's metadata below it. */
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
  const answer = parsed.data
  return (
    <div className="answer">
      <View answer={answer} />
      <AnswerMeta meta={answer.meta} timestamp={answer.timestamp} />
    </div>
  )
}
