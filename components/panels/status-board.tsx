"use client"

import { useEffect, useState } from "react"
import { type Column, DataTable } from "@/components/ui/data-table"
import { useBeat } from "@/lib/client/browser/use-beat"
import { useNow } from "@/lib/client/browser/use-now"
import { useTimes } from "@/lib/client/browser/use-times"
import { ageText, type Times } from "@/lib/client/format/time"
import { fetchHealth, type Health } from "@/lib/client/health"
import { HealthWord, healthFaces } from "./health-word"
import { partName } from "./part-names"

type Part = Health["parts"][number]

const REFRESH_MS = 30_000

/** The service's own word on each of its parts, asked again while somebody looks. */
export function StatusBoard() {
  const health = useHealth()
  const summary = summaryOf(health, useTimes())
  return (
    <section className="panel" aria-labelledby="parts" data-state={health?.status ?? "loading"}>
      <header className="panel-head">
        <h2 id="parts">Parts</h2>
        <output>{summary}</output>
      </header>
      <div className="panel-body status-body">
        {health ? <Parts health={health} /> : <p className="hint">{summary}</p>}
      </div>
    </section>
  )
}

const columns: readonly Column<Part>[] = [
  { name: "Part", cell: ({ name }) => partName(name) },
  { name: "State", cell: ({ status }) => <HealthWord status={status} /> },
  { name: "Data of", cell: ({ as_of }) => (as_of === null ? "–" : <Age asOf={as_of} />) },
  { name: "Detail", cell: ({ detail }) => <span className="wrap">{detail}</span> },
]

function Parts({ health }: { readonly health: Health }) {
  return (
    <DataTable
      caption="Parts of the service"
      columns={columns}
      rows={health.parts}
      keyOf={({ name }) => name}
      widthRem={32}
    />
  )
}

function Age({ asOf }: { readonly asOf: string }) {
  const nowMs = useNow()
  const times = useTimes()
  return (
    <time dateTime={asOf} title={times.text(asOf)}>
      {ageText(Math.max(0, nowMs - Date.parse(asOf)))}
    </time>
  )
}

function summaryOf(health: Health | null | undefined, times: Times): string {
  if (health === undefined) return "Asking the service…"
  if (health === null) return "The service does not answer. What you bought stays readable."
  return `${healthFaces[health.status].word}, as of ${times.text(health.timestamp)}`
}

/** `undefined` until the first answer, `null` while there is none. */
function useHealth(): Health | null | undefined {
  const [health, setHealth] = useState<Health | null | undefined>(undefined)
  const beat = useBeat(REFRESH_MS)
  useEffect(() => {
    let current = true
    const load = async () => {
      const next = await fetchHealth()
      if (current) setHealth(next)
    }
    if (beat !== null) void load()
    return () => {
      current = false
    }
  }, [beat])
  return health
}
