import { type ReactNode, useId } from "react"

type LabelledProps = {
  readonly label: string
  readonly hint?: string
  /** The control with this id. */
  readonly children: (ids: { readonly id: string; readonly hintId: string | undefined }) => ReactNode
}

/** A label above its control. The options of a list and the hint are not part of its name. */
export function Labelled({ label, hint, children }: LabelledProps) {
  const id = useId()
  const hintId = hint === undefined ? undefined : `${id}-hint`
  return (
    <div className="labelled">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children({ id, hintId })}
      {hint === undefined ? null : (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}
