"use client"

import { type HealthResult, useHealth } from "@/components/app/use-health"
import { Age } from "@/components/ui/age"
import { type Column, DataTable } from "@/components/ui/data-table"
import { useTimes } from "@/lib/client/browser/use-times"
import type { Health } from "@/lib/client/health"
import { HealthWord, healthLabels } from "./health-word"
import { partName } from "./part-names"

type Part = Health["parts"][number]

const REFRESH_MS = 30_000

/** The state of each service part, refreshed while the page is visible. */
export function StatusBoard() {
  const health = useHealth(REFRESH_MS)
  return (
    <section className="panel" aria-labelledby="parts" data-state={health?.status ?? "loading"}>
      <header className="panel-head">
        <h2 id="parts">Parts</h2>
        <HealthSummary health={health} />
      </header>
      <div className="panel-body status-body">
        {health ? <Parts health={health} /> : <p className="hint">{statusTextOf(health)}</p>}
      </div>
    </section>
  )
}

const columns: readonly Column<Part>[] = [
  { name: "Part", cell: ({ name }) => partName(name) },
  { name: "State", cell: ({ status }) => <HealthWord status={status} /> },
  { name: "Data as of", cell: ({ as_of }) => (as_of === null ? "–" : <Age at={as_of} />) },
  { name: "Detail", cell: ({ detail }) => <span className="wrap">{detail}</span> },
]

function Parts({ health }: { readonly health: Health }) {
  return (
    <DataTable
      caption="Parts of the service"
      columns={columns}
      rows={health.parts}
      keyOf={({ name }) => name}
      widthRem={35}
    />
  )
}

/** The live region contains the word only, so a refresh without a change is not announced. */
export function HealthSummary({ health }: { readonly health: HealthResult }) {
  const times = useTimes()
  return (
    <span className="panel-summary">
      <output>{statusTextOf(health)}</output>
      {health ? `, as of ${times.text(health.timestamp)}` : null}
    </span>
  )
}

function statusTextOf(health: HealthResult): string {
  if (health === undefined) return "Checking status…"
  if (health === null) return "The service does not answer. What you bought stays readable."
  return healthLabels[health.status].word
}
