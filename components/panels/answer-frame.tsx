import type { ComponentType } from "react"
import type { z } from "zod"
import { AnswerMeta, type MetaData } from "./answer-meta"
import { RawAnswer } from "./raw-answer"

/** What every paid answer says of itself. */
type Answer = { readonly meta: MetaData; readonly timestamp: string }

type AnswerSchema = z.ZodType<Answer>
type View<S extends AnswerSchema> = ComponentType<{ readonly answer: z.output<S> }>

/** The view of an answer as it came, from one of what its contract promises: parsed, and with what it rests on below it. */
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

/** A component of its own, so that an answer is parsed once and not in each render. */
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
