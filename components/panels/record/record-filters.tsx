"use client"

import { useSearchParams } from "next/navigation"
import { useState } from "react"
import type { z } from "zod"
import { Chips } from "@/components/ui/chips"
import { newestIn, useFreeAnswer } from "@/components/panels/use-free-answer"
import { replaceAddress } from "@/lib/client/browser/replace-address"
import { type RecordFilter, recordPath } from "./record-path"

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

/** The query of these filters: the kind, and what is no default. Pure. */
export function filterQuery(filter: RecordFilter): string {
  const chosen = (["kind", "horizon", "coin"] as const).flatMap((name) =>
    name !== "kind" && filter[name] === DEFAULT_FILTER[name] ? [] : [[name, filter[name]]],
  )
  return `?${new URLSearchParams(chosen).toString()}`
}

type FilterOfPage = {
  readonly filter: RecordFilter
  /** The reader chose the kind. Else a page may open with the replay while there is nothing live. */
  readonly isKindChosen: boolean
  readonly setFilter: (next: RecordFilter) => void
}

/** The filters of a record page, kept in its URL. */
export function useRecordFilter(): FilterOfPage {
  const query = useSearchParams()
  const [state, setState] = useState(() => ({ filter: filterInQuery(query), isKindChosen: query.has("kind") }))
  const setFilter = (next: RecordFilter) => {
    setState({ filter: next, isKindChosen: true })
    const { pathname, hash } = window.location
    replaceAddress(`${pathname}${filterQuery(next)}${hash}`)
  }
  return { ...state, setFilter }
}

/**
 * What a record page shows: its filter, or the replay while nothing live exists and the reader has not chosen.
 *
 * @param isEmpty whether the live record has nothing to show
 */
export function useOpeningRecord<S extends z.ZodType>(
  path: string,
  schema: S,
  isEmpty: (live: z.output<S>) => boolean,
) {
  const { filter: asked, isKindChosen, setFilter } = useRecordFilter()
  const live = newestIn(useFreeAnswer(recordPath(path, asked), schema))
  const isReplay = !isKindChosen && asked.kind === "live_paper" && live !== null && isEmpty(live)
  const filter = isReplay ? { ...asked, kind: "replay" as const } : asked
  const shown = useFreeAnswer(recordPath(path, filter), schema)
  // The empty live record is not shown while the replay loads.
  const state: typeof shown = isReplay && shown.kind === "asking" ? { kind: "loading" } : shown
  return { filter, setFilter, state, isReplay }
}

/** Names the replay that a page opens with. */
export function ReplayNote() {
  return (
    <p className="warning-line">
      No live call has settled yet. This is the replay over past closes: hypothetical, never counted as live.
    </p>
  )
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
