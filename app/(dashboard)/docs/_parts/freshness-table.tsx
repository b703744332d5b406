import { type Column, DataTable } from "@/components/ui/data-table"
import { durationText, type Freshness } from "@/lib/api/freshness"
import { type InputLimits, inputLimits } from "@/lib/domain/freshness"

const columns: readonly Column<InputLimits>[] = [
  { name: "Input", cell: ({ name }) => name },
  { name: "Updated every", cell: ({ everyMs }) => durationText(everyMs) },
  { name: "Maximum age when sold", cell: ({ maxAgeMs }) => durationText(maxAgeMs) },
]

type FreshnessTableProps = { readonly freshness: Freshness; readonly title: string }

/** How often an answer changes and the maximum age of its inputs. */
export function FreshnessTable({ freshness: { changesWith, needs }, title }: FreshnessTableProps) {
  return (
    <>
      <p>Recomputed every {durationText(inputLimits[changesWith].everyMs)}.</p>
      <DataTable
        caption={`Age of the data of ${title}`}
        columns={columns}
        rows={needs.map((input) => inputLimits[input])}
        keyOf={({ name }) => name}
        widthRem={28}
      />
    </>
  )
}
