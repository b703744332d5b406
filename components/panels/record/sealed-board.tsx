"use client"

import { useState } from "react"
import { FreePanel } from "@/components/panels/free-panel"
import { newestIn, useFreeAnswer } from "@/components/panels/use-free-answer"
import { type Column, DataTable } from "@/components/ui/data-table"
import { signedPct, words } from "@/components/ui/format"
import { DirectionBadge } from "@/components/ui/direction-badge"
import { Signed } from "@/components/ui/signed"
import { arenaContract } from "@/lib/endpoints/arena-snapshot/contract"
import { directionWords, badgeDirectionOf } from "@/lib/client/format/direction"
import { marketPrice } from "@/lib/client/format/money"
import { useTimes } from "@/lib/client/browser/use-times"
import type { Arena } from "@/lib/endpoints/arena-snapshot/contract"
import { ChainCheck } from "./chain-check"
import { type Check, checkRow } from "./check-row"
import { CheckSummaryLine, type CheckSummary } from "./check-summary"
import { rowsSummary } from "./rows-summary"

type Settled = Arena["recently_settled"][number]

/** Sealed calls: commitments of open calls, and settled calls that can be verified here. */
export function SealedBoard() {
  const state = useFreeAnswer("/api/arena/snapshot?limit=50", arenaContract.response)
  const arena = newestIn(state)
  return (
    <FreePanel title="Sealed signals" state={state}>
      {arena === null ? null : <Sealed arena={arena} />}
    </FreePanel>
  )
}

function Sealed({ arena }: { readonly arena: Arena }) {
  const [checks, setChecks] = useState<Readonly<Record<string, Check>>>({})
  const [summary, setSummary] = useState<CheckSummary | null>(null)
  const times = useTimes()
  const check = async () => {
    const results = await checkAll(arena.recently_settled)
    setChecks(Object.fromEntries(results ?? []))
    setSummary(rowsSummary(results && results.map(([, result]) => result)))
  }
  const rows = arena.recently_settled.map((row) => ({ ...row, check: checks[keyOf(row)] ?? null }))
  return (
    <div className="answer">
      <p className="muted">
        {arena.open_calls.length} calls are open: their direction is sealed by a salted hash and revealed after 24
        hours.
        {arena.next_settlement_at === null ? "" : ` Next settlement ${times.text(arena.next_settlement_at)}.`}
      </p>
      {rows.length === 0 ? (
        <p className="empty">No call has settled yet. The first one does a day after this service starts.</p>
      ) : (
        <>
          <div className="check-line">
            <button className="button" type="button" onClick={() => void check()}>
              Check all {rows.length} in this browser
            </button>
            <CheckSummaryLine summary={summary} />
          </div>
          <DataTable
            caption="Settled calls"
            columns={columns}
            rows={rows}
            keyOf={keyOf}
            csv={{ name: "settled-calls", meta: arena.meta, records: arena.recently_settled.map(withDocument) }}
          />
        </>
      )}
      <ChainCheck />
    </div>
  )
}

/** `null` if the browser cannot compute hashes, which needs https or localhost. */
async function checkAll(rows: readonly Settled[]): Promise<readonly (readonly [string, Check])[] | null> {
  try {
    return await Promise.all(rows.map(async (row) => [keyOf(row), await checkRow(row)] as const))
  } catch {
    return null
  }
}

/** The sealed document as committed. */
function withDocument(row: Settled) {
  return { ...row, record: JSON.stringify(row.record) }
}

type Row = Settled & { readonly check: Check | null }

const checkWords = { holds: "✓ matches", differs: "✕ differs" } as const

const columns: readonly Column<Row>[] = [
  { name: "Call", cell: ({ coin, horizon, id }) => `${coin} ${horizon}, ${id.replace(/^[A-Z]+-/, "").slice(0, 16)}` },
  {
    name: "Direction",
    cell: ({ direction }) => (
      <DirectionBadge direction={badgeDirectionOf(direction)}>{directionWords(direction)}</DirectionBadge>
    ),
  },
  { name: "From", numeric: true, cell: ({ entry_price }) => marketPrice(entry_price) },
  { name: "To", numeric: true, cell: ({ exit_price }) => marketPrice(exit_price) },
  { name: "Return", numeric: true, cell: ({ return_pct }) => <Signed value={return_pct} format={signedPct} /> },
  { name: "Outcome", cell: ({ outcome }) => words(outcome) },
  { name: "Commitment", cell: ({ commitment }) => <span className="mono">{commitment.slice(0, 10)}…</span> },
  { name: "Checked", cell: ({ check }) => (check === null ? "not yet" : checkWords[check]) },
]

function keyOf({ id, horizon }: Pick<Settled, "id" | "horizon">): string {
  return `${id} ${horizon}`
}
