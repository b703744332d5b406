"use client"

import { Chips } from "@/components/ui/chips"

export type RecordFilter = {
  readonly kind: "live_paper" | "replay"
  readonly horizon: "24h" | "7d"
  readonly coin: "all" | "BTC" | "ETH" | "SOL"
}

const kinds = [
  { name: "Live", value: "live_paper" },
  { name: "Replay", value: "replay" },
] as const

const horizons = [
  { name: "24 hours", value: "24h" },
  { name: "7 days", value: "7d" },
] as const

const coins = [
  { name: "All coins", value: "all" },
  { name: "BTC", value: "BTC" },
  { name: "ETH", value: "ETH" },
  { name: "SOL", value: "SOL" },
] as const

/** The URL of a record endpoint with these filters. */
export function recordPath(path: string, { kind, horizon, coin }: RecordFilter): string {
  return `${path}?${new URLSearchParams({ kind, horizon, coin }).toString()}`
}

type QuestionProps = { readonly value: RecordFilter; readonly onChange: (value: RecordFilter) => void }

/** Filters of the record. Live and replayed calls are never mixed. */
export function Question({ value, onChange }: QuestionProps) {
  const { kind, horizon, coin } = value
  return (
    <div className="choices">
      <Chips<RecordFilter["kind"]>
        label="Kind of record"
        options={kinds}
        value={kind}
        onChoose={(kind) => onChange({ ...value, kind })}
      />
      <Chips<RecordFilter["horizon"]>
        label="Horizon"
        options={horizons}
        value={horizon}
        onChoose={(horizon) => onChange({ ...value, horizon })}
      />
      <Chips<RecordFilter["coin"]>
        label="Coin"
        options={coins}
        value={coin}
        onChoose={(coin) => onChange({ ...value, coin })}
      />
    </div>
  )
}
