import type { CsvFile } from "@/components/ui/csv-button"
import { type Column, DataTable } from "@/components/ui/data-table"
import { KeyboardNavigable } from "./keyboard-navigable"

export type RibbonPart = {
  readonly name: string
  readonly tone: "up" | "down" | "flat" | "warn" | "unknown"
  /** The first day of the state, `2026-11-04`. `null`: it began before the observed days. */
  readonly from: string | null
  readonly days: number
}

type RibbonProps = {
  readonly caption: string
  readonly parts: readonly RibbonPart[]
  /** The first and the last observed day, `2026-05-29`. */
  readonly days: { readonly first: string; readonly last: string }
  readonly csv: CsvFile
}

const columns: readonly Column<RibbonPart>[] = [
  { name: "From", cell: ({ from }) => from ?? "earlier" },
  { name: "State", cell: ({ name }) => name },
  { name: "Days", numeric: true, cell: ({ days }) => days },
]

/** Consecutive states over time, oldest first, each as wide as its duration. The table has the same data. */
export function Ribbon({ caption, parts, days, csv }: RibbonProps) {
  return (
    <figure>
      <figcaption className="visually-hidden">{caption}</figcaption>
      <KeyboardNavigable label={caption}>
        <div className="ribbon" aria-hidden="true">
          {parts.map((part) => (
            <span
              data-point={`${part.name}: ${daysOf(part)} from ${part.from ?? "earlier"}`}
              data-tone={part.tone}
              key={`${part.from} ${part.name}`}
              style={{ flexGrow: part.days }}
              title={`${part.name}, ${daysOf(part)}`}
            >
              {part.name}
            </span>
          ))}
        </div>
      </KeyboardNavigable>
      <div className="ribbon-ends" aria-hidden="true">
        <small>{days.first}</small>
        <small>{days.last}</small>
      </div>
      <details className="details slim">
        <summary>Regimes as a table</summary>
        <DataTable
          caption={caption}
          columns={columns}
          rows={parts}
          keyOf={({ from, name }) => `${from} ${name}`}
          csv={csv}
        />
      </details>
    </figure>
  )
}

function daysOf({ days }: RibbonPart): string {
  return `${days} ${days === 1 ? "day" : "days"}`
}
