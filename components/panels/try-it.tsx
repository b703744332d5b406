"use client"

import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react"
import { NumberReading } from "@/components/ui/number-field"
import { readTypedNumber, shownNumber } from "@/lib/client/format/typed-number"
import { PaidPanel } from "./paid-panel"
import { productOf, type ProductParams, type Sold } from "@/components/panels/product/product-of"
import { usePurchaseInProgress } from "./use-purchase-in-progress"

type Field = {
  readonly name: string
  readonly where: "path" | "query"
  readonly options: readonly string[]
  readonly fallback: string | null
  readonly example: string | null
  readonly kind: "text" | "number" | "numbers"
}

type TryItProps = {
  readonly sold: Sold
  readonly params: readonly Field[]
  readonly preview: ReactNode
}

/** A form for an endpoint's parameters and the panel that buys the answer. */
export function TryIt({ sold, params, preview }: TryItProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() => initial(params))
  const product = productOf(sold, givenOf(params, values))
  const isFixed = usePurchaseInProgress(product)
  const form =
    params.length === 0 ? null : (
      <ParamForm
        params={params}
        values={values}
        disabled={isFixed}
        onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
      />
    )
  return <PaidPanel product={product} owned={false} decisionLine="" preview={preview} choice={form} renews={false} />
}

/** The parameters in the contract's order and without defaults, so a product has the same id everywhere. Pure. */
export function givenOf(params: readonly Field[], values: ProductParams): ProductParams {
  const filled = params.flatMap(({ name, fallback }) => {
    const value = values[name] ?? ""
    return value === "" || value === fallback ? [] : [[name, value] as const]
  })
  return Object.fromEntries(filled)
}

type ParamFormProps = {
  readonly params: readonly Field[]
  readonly values: Readonly<Record<string, string>>
  readonly disabled: boolean
  readonly onChange: (name: string, value: string) => void
}

export function ParamForm({ params, values, disabled, onChange }: ParamFormProps) {
  return (
    <div className="inputs">
      {params.map((field) => (
        <ParamField
          field={field}
          key={field.name}
          value={values[field.name] ?? ""}
          disabled={disabled}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
    </div>
  )
}

type ParamFieldProps = {
  readonly field: Field
  readonly value: string
  readonly disabled: boolean
  readonly onChange: (value: string) => void
}

function ParamField({ field, value, disabled, onChange }: ParamFieldProps) {
  const id = useId()
  return (
    <div>
      <label className="label mono" htmlFor={id}>
        {field.name}
      </label>
      {field.options.length > 0 ? (
        <select
          className="field"
          id={id}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
        >
          {field.where === "query" ? <option value="">{field.fallback ?? "any"}</option> : null}
          {field.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <TextField
          id={id}
          kind={field.kind}
          placeholder={field.fallback ?? ""}
          value={value}
          disabled={disabled}
          onChange={onChange}
        />
      )}
    </div>
  )
}

type TextFieldProps = Pick<ParamFieldProps, "value" | "disabled" | "onChange"> & {
  readonly id: string
  readonly kind: Field["kind"]
  readonly placeholder: string
}

/** Commits the text after a typing pause or on blur, because each partial word would be a separate product. */
function TextField({ id, kind, placeholder, value, disabled, onChange }: TextFieldProps) {
  const [draft, setDraft] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const read = committedText(draft, kind)
  const commit = (text: string) => {
    const committed = committedText(text, kind)
    if (committed !== null && committed !== value) onChange(committed)
  }
  const pause = useEffectEvent(commit)
  // On a slow device the text may be typed before this code runs; React does not report it then.
  useEffect(() => setDraft(input.current?.value ?? ""), [])
  useEffect(() => {
    const timer = setTimeout(() => pause(draft), TYPING_DELAY_MS)
    return () => clearTimeout(timer)
  }, [draft])
  return (
    <>
      <input
        className="field"
        ref={input}
        id={id}
        placeholder={placeholder}
        value={draft}
        disabled={disabled}
        aria-invalid={read === null}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => commit(draft)}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit(draft)
        }}
      />
      {kind === "number" ? <NumberReading text={draft} unit="none" onChoose={setDraft} /> : null}
      {kind === "numbers" && draft !== "" ? (
        <output className="number-reading">
          {read === null
            ? "Write each number with a point for decimals and no thousands separator, and ; between them."
            : `Read as ${read.split(",").map(shownNumber).join(" and ")}`}
        </output>
      ) : null}
    </>
  )
}

/** The text of the request; `null` while the typed text has no single reading. Pure. */
export function committedText(text: string, kind: Field["kind"]): string | null {
  if (kind === "text" || text === "") return text
  if (kind === "number") return valueOf(text)
  const parts = text.split(/;|,\s/)
  // A comma inside a part is a decimal comma, a thousands separator, or the end of a number.
  const values = parts.map((part) => (part.includes(",") ? null : valueOf(part)))
  return values.includes(null) ? null : values.join(",")
}

function valueOf(text: string): string | null {
  const typed = readTypedNumber(text)
  return typed.kind === "number" ? typed.value : null
}

const TYPING_DELAY_MS = 600

/** Path parameters need a value; the others use their defaults. */
function initial(params: readonly Field[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    params
      .filter(({ where }) => where === "path")
      .map(({ name, example, options }) => [name, example ?? options[0] ?? ""]),
  )
}
