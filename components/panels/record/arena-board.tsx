"use client"

import type { ReactNode } from "react"
import { FreePanel } from "@/components/panels/free-panel"
import { newestIn } from "@/components/panels/use-free-answer"
import type { Column } from "@/components/ui/data-table"
import { SortableTable } from "@/components/ui/sortable-table"
import { pct, UNKNOWN, usd, words } from "@/components/ui/format"
import { Signed } from "@/components/ui/signed"
import { signedPct } from "@/components/ui/format"
import { type Arena, arenaContract } from "@/lib/endpoints/arena-snapshot/contract"
import { ratioText } from "@/lib/client/format/number"
import { ArenaCurves } from "./arena-curves"
import { RecordFilters, ReplayNote, useOpeningRecord } from "./record-filters"
import { independent, rate, span } from "./rates"

type Entry = Arena["entries"][number]

/** The method compared with simple rules: ranking and equity curves. */
export function ArenaBoard() {
  const { filter, setFilter, state, isReplay } = useOpeningRecord(
    "/api/arena/snapshot",
    arenaContract.response,
    ({ days }) => days === 0,
  )
  const arena = newestIn(state)
  return (
    <>
      <RecordFilters value={filter} onChange={setFilter} />
      <FreePanel title="Arena" state={state}>
        {isReplay ? <ReplayNote /> : null}
        {arena === null ? null : <Ranking arena={arena} />}
      </FreePanel>
    </>
  )
}

function Ranking({ arena }: { readonly arena: Arena }) {
  return (
    <div className="answer">
      <p className="muted">
        {arena.cost_model}. {sampleText(arena)}
      </p>
      {arena.days === 0 ? (
        <p className="empty">No day to rank yet. The replay ranks the same contestants over history.</p>
      ) : (
        <Standings arena={arena} />
      )}
      <ul className="meta-list note">
        {arena.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  )
}

function sampleText({ days, coin_flip_band: band }: Arena): string {
  if (days === 0) return ""
  const flips =
    band && `Coin-flippers end between ${signedPct(band.p05)} and ${signedPct(band.p95)} in nine of ten cases.`
  return `Sharpe ratios are of ${days} daily returns. ${flips ?? ""}`
}

function Standings({ arena }: { readonly arena: Arena }) {
  return (
    <>
      <ArenaCurves arena={arena} />
      <SortableTable
        caption="Arena"
        columns={columns}
        rows={arena.entries}
        keyOf={({ id }) => id}
        widthRem={63}
        csv={{ name: "arena", meta: arena.meta, records: arena.entries.map(withoutCurve) }}
      />
    </>
  )
}

/** The curves have a table of their own. */
function withoutCurve(entry: Entry) {
  return { ...entry, curve: undefined }
}

const columns: readonly Column<Entry>[] = [
  {
    name: "Contestant",
    cell: (entry) => (
      <>
        {words(entry.id)} <small className="under">{originOf(entry)}</small>
      </>
    ),
  },
  { name: "Rank", numeric: true, cell: ({ rank, state }) => rank ?? (state === "incubating" ? "too few" : UNKNOWN) },
  {
    name: "Return",
    numeric: true,
    sortBy: ({ return_pct }) => return_pct,
    cell: ({ return_pct }) => <Signed value={return_pct} format={signedPct} />,
  },
  { name: "Equity", numeric: true, cell: ({ equity_usd }) => usd(equity_usd) },
  {
    name: "Max drawdown",
    numeric: true,
    sortBy: ({ max_drawdown }) => max_drawdown,
    cell: ({ max_drawdown }) => pct(100 * max_drawdown),
  },
  {
    name: "Sharpe, 95%",
    sortBy: ({ sharpe }) => sharpe,
    numeric: true,
    cell: ({ sharpe, sharpe_ci95 }) => (
      <Estimate
        value={sharpe === null ? UNKNOWN : ratioText(sharpe)}
        range={sharpe_ci95?.map((end) => ratioText(end)).join(" to ")}
      />
    ),
  },
  {
    name: "Hit rate, 95%",
    sortBy: ({ hit_rate }) => hit_rate,
    numeric: true,
    cell: ({ hit_rate, hit_rate_ci95 }) => <Estimate value={rate(hit_rate)} range={span(hit_rate_ci95, 1)} />,
  },
  {
    name: "Windows",
    numeric: true,
    cell: ({ settled, n_effective }) => <Estimate value={settled} range={`effective ${independent(n_effective)}`} />,
  },
  { name: "P(beats holding)", numeric: true, cell: ({ p_beats_hold }) => rate(p_beats_hold) },
  { name: "Trades", numeric: true, cell: ({ trades }) => trades },
  { name: "Last ten", cell: ({ last_10 }) => <span className="mono">{last_10.join("")}</span> },
]

/** A figure with its interval or sample below it. */
function Estimate({ value, range }: { readonly value: ReactNode; readonly range: string | undefined }) {
  return (
    <>
      {value} {range === undefined ? null : <small className="under">{range}</small>}
    </>
  )
}

function originOf({ id, kind }: Entry): string {
  if (kind !== "house") return "simple rule"
  return id.startsWith("inverted_") ? "inverted signal, control only" : "sold here"
}
