import type { PlotCone } from "@/components/charts/cone-shades"
import { type Column, DataTable } from "@/components/ui/data-table"
import { Instant } from "@/components/ui/instant"
import { LazyDetails } from "@/components/ui/lazy-details"
import { marketPrice } from "@/lib/client/format/money"

type Row = { readonly atMs: number; readonly share: string; readonly low: number; readonly high: number }

const columns: readonly Column<Row>[] = [
  { name: "Until", cell: ({ atMs }) => <Instant at={atMs} /> },
  { name: "Range", numeric: true, cell: ({ share }) => share },
  { name: "Low", numeric: true, cell: ({ low }) => marketPrice(low) },
  { name: "High", numeric: true, cell: ({ high }) => marketPrice(high) },
]

/** The lines of the shades of a chart, and the same ranges as a table. Nothing without 50% and 95% ranges. */
export function ConeTable({ caption, cones }: { readonly caption: string; readonly cones: readonly PlotCone[] }) {
  const rows = cones.flatMap(({ atMs, low, high, range50, range95 }): readonly Row[] =>
    range50 && range95
      ? [
          { atMs, share: "50%", ...range50 },
          { atMs, share: "80%", low, high },
          { atMs, share: "95%", ...range95 },
        ]
      : [],
  )
  if (rows.length === 0) return null
  return (
    <LazyDetails className="details slim" summary="Bands: 50% —, 80% ┄, 95% ····">
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows}
        keyOf={({ atMs, share }) => `${atMs} ${share}`}
        widthRem={26}
      />
    </LazyDetails>
  )
}
