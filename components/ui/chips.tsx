import { useId } from "react"

type ChipsProps<Value> = {
  /** Label of the group: `Horizon`. */
  readonly label: string
  readonly options: readonly { readonly name: string; readonly value: Value }[]
  readonly value: Value
  readonly disabled?: boolean
  readonly onChoose: (value: Value) => void
}

/** One choice of a few, all visible. */
export function Chips<Value>({ label, options, value, disabled = false, onChoose }: ChipsProps<Value>) {
  const group = useId()
  return (
    <fieldset className="filters" disabled={disabled}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label className="chip-button" key={option.name}>
          <input
            className="visually-hidden"
            type="radio"
            name={group}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          {option.name}
        </label>
      ))}
    </fieldset>
  )
}
