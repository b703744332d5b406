import type { ComponentProps } from "react"
import { readTypedNumber, shownNumber, unambiguous, type Unit } from "@/lib/client/format/typed-number"

type NumberFieldProps = Omit<ComponentProps<"input">, "value" | "onChange" | "type"> & {
  readonly value: string
  readonly unit: Unit
  readonly onChange: (value: string) => void
}

/** A field for a number. Shows how its text is read, and asks which of two readings is meant. */
export function NumberField({ value, unit, onChange, ...input }: NumberFieldProps) {
  return (
    <>
      <input
        className="field"
        inputMode="decimal"
        autoComplete="off"
        {...input}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <NumberReading text={value} unit={unit} onChoose={onChange} />
    </>
  )
}

/** A text that can only be read as it stands: `2.00`. */
const PLAIN = /^\d+(?:\.\d+)?$/

type NumberReadingProps = { readonly text: string; readonly unit: Unit; readonly onChoose: (text: string) => void }

/** How a typed text is read, below its field. Empty if the text says it already. */
export function NumberReading({ text, unit, onChoose }: NumberReadingProps) {
  const typed = readTypedNumber(text, unit)
  const withUnit = (value: string) =>
    `${unit === "dollars" ? "$" : ""}${shownNumber(value)}${unit === "percent" ? "%" : ""}`
  return (
    <output className="number-reading">
      {typed.kind === "number" && !PLAIN.test(text.trim()) ? `Read as ${withUnit(typed.value)}` : null}
      {typed.kind === "ambiguous" ? (
        <>
          Which one?{" "}
          {typed.readings.map((reading) => (
            <button className="button" type="button" key={reading} onClick={() => onChoose(unambiguous(reading))}>
              {withUnit(reading)}
            </button>
          ))}
        </>
      ) : null}
    </output>
  )
}
