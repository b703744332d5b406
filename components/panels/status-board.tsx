"use client"

import { useEffect, useState } from "react"
import { type Column, DataTable } from "@/components/ui/data-table"
import { useBeat } from "@/lib/client/browser/use-beat"
import { useNow } from "@/lib/client/browser/use-now"
import { useTimes } from "@/lib/client/browser/use-times"
import { ageText } from "@/lib/client/format/time"
import { fetchHealth, type Health } from "@/lib/client/health"
import { HealthWord, healthFaces } from "./health-word"
import { partName } from "./part-names"

type Part = Health["parts"][number]

const REFRESH_MS = 30_000

/** The service's own word on each of its parts, asked again while somebody looks. */
export function StatusBoard() {
  const health = useHealth()
  return (
    <section className="panel" aria-labelledby="parts" data-state={health?.status ?? "loading"}>
      <header className="panel-head">
        <h2 id="parts">Parts</h2>
        <HealthSummary health={health} />
      </header>
      <div className="panel-body status-body">
        {health ? <Parts health={health} /> : <p className="hint">{saidOf(health)}</p>}
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

type Asked = Health | null | undefined

/** Read out when the word changes. The time beside it does with each asking. */
export function HealthSummary({ health }: { readonly health: Asked }) {
  const times = useTimes()
  return (
    <span className="panel-said">
      <output>{saidOf(health)}</output>
      {health ? `, as of ${times.text(health.timestamp)}` : null}
    </span>
  )
}

function saidOf(health: Asked): string {
  if (health === undefined) return "Asking the service…"
  if (health === null) return "The service does not answer. What you bought stays readable."
  return healthFaces[health.status].word
}

/** `undefined` until the first answer, `null` while there is none. */
function useHealth(): Asked {
  const [health, setHealth] = useState<Asked>(undefined)
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
