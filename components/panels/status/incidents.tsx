import { useAppConfig } from "@/components/app/app-context"
import { type Column, DataTable } from "@/components/ui/data-table"
import { Instant } from "@/components/ui/instant"
import type { ResponseOf } from "@/lib/api/contract"
import type { statusContract } from "@/lib/endpoints/status/contract"
import { spanText } from "@/lib/client/format/time"
import { HealthWord } from "./health-word"
import { partName } from "./part-names"

type Incident = ResponseOf<typeof statusContract>["incidents"][number]

const columns: readonly Column<Incident>[] = [
  { name: "Part", cell: ({ part }) => partName(part) },
  { name: "State", cell: ({ status }) => <HealthWord status={status} /> },
  { name: "From", cell: ({ from }) => <Instant at={from} /> },
  { name: "For", cell: ({ from, to }) => (to === null ? "Ongoing" : spanText(Date.parse(to) - Date.parse(from))) },
]

type IncidentsProps = { readonly incidents: readonly Incident[]; readonly asOf: string }

/** Incidents of the last seven days, newest first. */
export function Incidents({ incidents, asOf }: IncidentsProps) {
  const { mode } = useAppConfig()
  return (
    <>
      <h3 className="section-head">Incidents of the last seven days</h3>
      {incidents.length === 0 ? (
        <p className="hint">None recorded.</p>
      ) : (
        <DataTable
          caption="Incidents of the last seven days"
          columns={columns}
          rows={incidents}
          keyOf={({ part, from }) => `${part} ${from}`}
          widthRem={35}
          csv={{ name: "incidents", meta: { as_of: asOf, mode }, records: incidents }}
        />
      )}
    </>
  )
}
