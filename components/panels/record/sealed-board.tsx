"use client"

import { useState } from "react"
import { FreePanel } from "@/components/panels/free-panel"
import { newestIn, useFreeAnswer } from "@/components/panels/use-free-answer"
import { type Column, DataTable } from "@/components/ui/data-table"
import { signedPct, words } from "@/components/ui/format"
import { LeanMark } from "@/components/ui/lean-mark"
import { Signed } from "@/components/ui/signed"
import { arenaContract } from "@/lib/api/arena"
import { directionWords, leanOfDirection } from "@/lib/client/format/direction"
import { marketPrice } from "@/lib/client/format/money"
import { utcText } from "@/lib/client/format/time"
import type { Arena } from "./arena-board"
import { type Check, checkRow } from "./check-row"

type Settled = Arena["recently_settled"][number]

/** Sealed calls: what is open is a commitment, what is settled can be checked here against it. */
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
  const check = async () => {
    const results = await Promise.all(
      arena.recently_settled.map(async (row) => [keyOf(row), await checkRow(row)] as const),
    )
    setChecks(Object.fromEntries(results))
  }
  const rows = arena.recently_settled.map((row) => ({ ...row, check: checks[keyOf(row)] ?? null }))
  const good = rows.filter((row) => row.check === "holds").length
  return (
    <div className="answer">
      <p className="muted">
        {arena.open_calls.length} calls are open: their direction is sealed by a salted hash and revealed after 24
        hours.
        {arena.next_settlement_at === null ? "" : ` Next settlement ${utcText(arena.next_settlement_at)}.`}
      </p>
      {rows.length === 0 ? (
        <p className="empty">No call has settled yet. The first one does a day after this service starts.</p>
      ) : (
        <>
          <p className="check-line">
            <button className="button" type="button" onClick={() => void check()}>
              Check all {rows.length} in this browser
            </button>
            <output>{good > 0 ? `${good} of ${rows.length} match what was sealed` : ""}</output>
          </p>
          <DataTable caption="Settled calls" columns={columns} rows={rows} keyOf={keyOf} />
        </>
      )}
    </div>
  )
}

type Row = Settled & { readonly check: Check | null }

const checkWords = { holds: "✓ matches", differs: "✕ differs" } as const

const columns: readonly Column<Row>[] = [
  { name: "Call", cell: ({ coin, horizon, id }) => `${coin} ${horizon}, ${id.replace(/^[A-Z]+-/, "").slice(0, 16)}` },
  {
    name: "Direction",
    cell: ({ direction }) => <LeanMark lean={leanOfDirection(direction)}>{directionWords(direction)}</LeanMark>,
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
