import dynamic from "next/dynamic"
import { ChartFrame } from "@/components/charts/chart-frame"
import { Legend } from "@/components/charts/legend"
import { type Column, DataTable } from "@/components/ui/data-table"
import { usd, words } from "@/components/ui/format"
import { Instant } from "@/components/ui/instant"

const LinePlot = dynamic(() => import("@/components/charts/line-plot").then((module) => module.LinePlot))
import type { Arena } from "@/lib/endpoints/arena-snapshot/contract"

/** The three main contestants. The table has all of them. */
const shown = [
  { id: "composite", tone: "accent", mark: "line" },
  { id: "always_long", tone: "warn", mark: "dashed" },
  { id: "sma_200", tone: "up", mark: "dotted" },
] as const

/** Equity of the signal, of buy and hold and of the 200-day average rule. */
export function ArenaCurves({ arena }: { readonly arena: Arena }) {
  const curves = shown.flatMap(({ id, tone, mark }) => {
    const entry = arena.entries.find((entry) => entry.id === id)
    return entry && entry.curve.length > 1 ? [{ name: words(id), tone, mark, curve: entry.curve }] : []
  })
  if (curves.length === 0) return <p className="muted">Too few revealed days for curves.</p>
  const rows = curves.flatMap(({ name, curve }) => curve.map(({ t, equity_usd }) => ({ name, t, equity_usd })))
  return (
    <ChartFrame
      name="Equity by contestant"
      summary={curves.map(({ name, curve }) => `${name} ${usd(curve.at(-1)?.equity_usd)}`).join(", ")}
      table={
        <DataTable
          caption="Equity"
          columns={columns}
          rows={rows}
          keyOf={({ name, t }) => `${name} ${t}`}
          csv={{ name: "arena-equity", meta: arena.meta, records: arena.entries.flatMap(curveOf) }}
        />
      }
    >
      <Legend items={curves} />
      <LinePlot
        baseline={10_000}
        format={usd}
        lines={curves.map(({ name, tone, curve }) => ({
          name,
          tone,
          points: curve.map(({ t, equity_usd }) => ({ atMs: Date.parse(t), value: equity_usd })),
        }))}
      />
    </ChartFrame>
  )
}

function curveOf({ id, curve }: Arena["entries"][number]) {
  return curve.map((point) => ({ id, ...point }))
}

type Row = { readonly name: string; readonly t: string; readonly equity_usd: number }

const columns: readonly Column<Row>[] = [
  { name: "Contestant", cell: ({ name }) => name },
  { name: "Time", cell: ({ t }) => <Instant at={t} /> },
  { name: "Equity", numeric: true, cell: ({ equity_usd }) => usd(equity_usd) },
]
