import { useId } from "react"
import { useOwnedOverlays } from "@/components/panels/market-data/use-chart-data"
import { NumberField } from "@/components/ui/number-field"
import {
  hasPercent,
  type ConditionDraft,
  conditionLabel,
  kindNames,
  resourceName,
} from "@/lib/client/alerts/condition-draft"
import { unambiguous } from "@/lib/client/format/typed-number"
import { COINS } from "@/lib/domain/market/coin"
import { Labelled } from "./labelled"

type ConditionFieldsProps = {
  readonly draft: ConditionDraft
  /** `Condition 2` */
  readonly name: string
  readonly resources: readonly string[]
  /** `null`: the draft is valid, or was not checked. */
  readonly problem: string | null
  /** A level to be confirmed; `null`: none. */
  readonly doubt: { readonly text: string; readonly condition: string } | null
  readonly onChange: (part: Partial<ConditionDraft>) => void
  /** `null` for the only condition. */
  readonly onRemove: (() => void) | null
}

/** The fields of one condition. */
export function ConditionFields({ draft, name, resources, problem, doubt, onChange, onRemove }: ConditionFieldsProps) {
  const problemId = useId()
  const { kind } = draft
  const hasPrices = kind === "above" || kind === "below" || kind === "wick" || kind === "outside"
  const isPercent = hasPercent(kind)
  const hasCoin = kind === "direction" || kind === "range" || hasPrices || isPercent
  const hasResource = kind === "changed" || kind === "back"
  return (
    <fieldset className="alert-condition">
      <legend className="visually-hidden">{name}</legend>
      <Select
        label="Condition"
        value={kind}
        options={Object.entries(kindNames).map(([value, text]) => ({ value, text }))}
        onChoose={(value) => onChange({ kind: value as ConditionDraft["kind"] })}
      />
      {hasCoin ? (
        <Select
          label="Coin"
          value={draft.coin}
          options={COINS.map((coin) => ({ value: coin, text: coin }))}
          onChoose={(value) => onChange({ coin: value as ConditionDraft["coin"] })}
        />
      ) : null}
      {hasResource ? (
        <Select
          label="Answer"
          value={draft.resource}
          options={resources.map((key) => ({ value: key, text: resourceName(key) }))}
          onChoose={(resource) => onChange({ resource })}
        />
      ) : null}
      {isPercent ? (
        <Labelled label={kind === "liquidations" || kind === "implied_volatility" ? "Percentile" : "Percent"}>
          {({ id }) => (
            <input
              className="field"
              id={id}
              inputMode="text"
              autoComplete="off"
              value={draft.price}
              aria-invalid={problem !== null}
              aria-describedby={problem === null ? undefined : problemId}
              onChange={({ target }) => onChange({ price: target.value })}
            />
          )}
        </Labelled>
      ) : null}
      {hasPrices ? <Prices draft={draft} problemId={problem === null ? null : problemId} onChange={onChange} /> : null}
      {onRemove === null ? null : (
        <button className="icon-button" type="button" aria-label={`Remove ${name.toLowerCase()}`} onClick={onRemove}>
          <span aria-hidden="true">✕</span>
        </button>
      )}
      <p className="alert-problem" id={problemId}>
        {problem}
      </p>
      {doubt === null ? null : (
        <fieldset className="alert-doubt" aria-label={`Is ${name.toLowerCase()} right?`}>
          <p className="warning-line">{doubt.text} Is it right?</p>
          <button className="button" type="button" onClick={() => onChange({ confirmed: doubt.condition })}>
            Yes, {conditionLabel(doubt.condition)}
          </button>
        </fieldset>
      )}
    </fieldset>
  )
}

type PricesProps = Pick<ConditionFieldsProps, "draft" | "onChange"> & { readonly problemId: string | null }

/** Levels of an owned signal or risk plan are suggested. */
function Prices({ draft, problemId, onChange }: PricesProps) {
  const listId = useId()
  const { signal, barriers } = useOwnedOverlays(draft.coin)
  const levels = [...(signal?.levels ?? []), ...barriers]
  const isRange = draft.kind === "outside"
  const shared = {
    unit: "dollars",
    list: levels.length === 0 ? undefined : listId,
    "aria-invalid": problemId !== null,
    "aria-describedby": problemId ?? undefined,
  } as const
  return (
    <>
      <Labelled label={isRange ? "From $" : "Price in $"}>
        {({ id }) => <NumberField {...shared} id={id} value={draft.price} onChange={(price) => onChange({ price })} />}
      </Labelled>
      {isRange ? (
        <Labelled label="To $">
          {({ id }) => <NumberField {...shared} id={id} value={draft.high} onChange={(high) => onChange({ high })} />}
        </Labelled>
      ) : null}
      <datalist id={listId}>
        {levels.map(({ name, price }) => (
          <option key={name} value={unambiguous(String(price))}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}

type SelectProps = {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly text: string }[]
  readonly onChoose: (value: string) => void
}

function Select({ label, value, options, onChoose }: SelectProps) {
  return (
    <Labelled label={label}>
      {({ id }) => (
        <select className="field" id={id} value={value} onChange={({ target }) => onChoose(target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}
