"use client"

import { useSearchParams } from "next/navigation"
import { useState } from "react"
import { Chips } from "@/components/ui/chips"
import { replaceAddress } from "@/lib/client/browser/replace-address"

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

const DEFAULT_FILTER: RecordFilter = { kind: "live_paper", horizon: "24h", coin: "all" }

/** The filters that a page's query names; unknown values are ignored. Pure. */
export function filterInQuery(query: Pick<URLSearchParams, "get">): RecordFilter {
  const pick = <T extends string>(options: readonly { readonly value: T }[], name: string, otherwise: T): T =>
    options.find(({ value }) => value === query.get(name))?.value ?? otherwise
  return {
    kind: pick(kinds, "kind", DEFAULT_FILTER.kind),
    horizon: pick(horizons, "horizon", DEFAULT_FILTER.horizon),
    coin: pick(coins, "coin", DEFAULT_FILTER.coin),
  }
}

/** The query of these filters without defaults: `?kind=replay`, or an empty string. Pure. */
export function filterQuery(filter: RecordFilter): string {
  const chosen = (["kind", "horizon", "coin"] as const).flatMap((name) =>
    filter[name] === DEFAULT_FILTER[name] ? [] : [[name, filter[name]]],
  )
  const query = new URLSearchParams(chosen).toString()
  return query === "" ? "" : `?${query}`
}

/** The filters of a record page, kept in its URL. */
export function useRecordFilter(): readonly [RecordFilter, (next: RecordFilter) => void] {
  const query = useSearchParams()
  const [filter, setFilter] = useState(() => filterInQuery(query))
  const change = (next: RecordFilter) => {
    setFilter(next)
    const { pathname, hash } = window.location
    replaceAddress(`${pathname}${filterQuery(next)}${hash}`)
  }
  return [filter, change]
}

type RecordFiltersProps = { readonly value: RecordFilter; readonly onChange: (value: RecordFilter) => void }

/** Filters of the record. Live and replayed calls are never mixed. */
export function RecordFilters({ value, onChange }: RecordFiltersProps) {
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
