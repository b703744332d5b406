import type { CsvFile } from "@/components/ui/csv-button"
import { type Column, DataTable } from "@/components/ui/data-table"
import { LazyDetails } from "@/components/ui/lazy-details"
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
}

const columns: readonly Column<RibbonPart>[] = [
  { name: "From", cell: ({ from }) => from ?? "earlier" },
  { name: "State", cell: ({ name }) => name },
  { name: "Days", numeric: true, cell: ({ days }) => days },
]

/** Consecutive states over time, oldest first, each as wide as its duration. `RibbonTable` has the same data. */
export function Ribbon({ caption, parts, days }: RibbonProps) {
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
    </figure>
  )
}

type RibbonTableProps = Pick<RibbonProps, "caption" | "parts"> & { readonly csv: CsvFile }

/** The states of a ribbon as a table. */
export function RibbonTable({ caption, parts, csv }: RibbonTableProps) {
  return (
    <LazyDetails className="details slim" summary="Regimes as a table">
      <DataTable
        caption={caption}
        columns={columns}
        rows={parts}
        keyOf={({ from, name }) => `${from} ${name}`}
        csv={csv}
      />
    </LazyDetails>
  )
}

function daysOf({ days }: RibbonPart): string {
  return `${days} ${days === 1 ? "day" : "days"}`
}
