/** A collapsible block below a step. */
export type Evidence =
  | { readonly kind: "headers"; readonly label: string; readonly lines: readonly (readonly [string, string])[] }
  | { readonly kind: "json"; readonly label: string; readonly value: unknown }
  | { readonly kind: "text"; readonly label: string; readonly text: string }

export type StepState = "done" | "failed" | "waiting" | "open"

export type Step = {
  readonly id:
    | "request"
    | "requirements"
    | "typed-data"
    | "signature"
    | "verification"
    | "settlement"
    | "receipt"
    | "offer"
    | "text"
    | "answer"
  readonly title: string
  readonly state: StepState
  /** The result of the step, in one sentence. */
  readonly note: string
  readonly durationMs: number | null
  readonly evidence: readonly Evidence[]
}
