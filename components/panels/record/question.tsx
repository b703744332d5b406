"use client"

import { useId } from "react"

export type RecordQuestion = {
  readonly kind: "live_paper" | "replay"
  readonly horizon: "24h" | "7d"
  readonly coin: "all" | "BTC" | "ETH" | "SOL"
}

const options = {
  kind: [
    ["live_paper", "Live"],
    ["replay", "Replay"],
  ],
  horizon: [
    ["24h", "24 hours"],
    ["7d", "7 days"],
  ],
  coin: [
    ["all", "All coins"],
    ["BTC", "BTC"],
    ["ETH", "ETH"],
    ["SOL", "SOL"],
  ],
} as const

const names = { kind: "Kind of record", horizon: "Horizon", coin: "Coin" } as const

/** The address of a record's answer. */
export function recordPath(path: string, { kind, horizon, coin }: RecordQuestion): string {
  return `${path}?${new URLSearchParams({ kind, horizon, coin }).toString()}`
}

type QuestionProps = { readonly value: RecordQuestion; readonly onChange: (value: RecordQuestion) => void }

/** Which calls are looked at. Live ones and replayed ones are never mixed. */
export function Question({ value, onChange }: QuestionProps) {
  const group = useId()
  return (
    <div className="record-question">
      {(["kind", "horizon", "coin"] as const).map((field) => (
        <fieldset className="filters" key={field}>
          <legend className="visually-hidden">{names[field]}</legend>
          {options[field].map(([option, name]) => (
            <label className="chip-button" key={option}>
              <input
                className="visually-hidden"
                type="radio"
                name={`${group}${field}`}
                checked={value[field] === option}
                onChange={() => onChange({ ...value, [field]: option })}
              />
              {name}
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
