import type { ReactNode } from "react"
import { CsvButton, type CsvFile } from "./csv-button"
import { MIN_HIDDEN_ROWS, PHONE_ROWS } from "./first-rows"
import { LongTable } from "./long-table"
import { ScrollRegion } from "./scroll-region"

export type Column<Row> = {
  readonly name: string
  readonly numeric?: boolean
  readonly cell: (row: Row) => ReactNode
  /** The value to sort by; `null` sorts last. Absent: the column is not sortable. */
  readonly sortBy?: (row: Row) => number | string | null
}

/** The sort order of a table, and how a header changes it. */
type Sorting = {
  readonly column: string | null
  readonly isDescending: boolean
  readonly toggle: (column: string) => void
}

type DataTableProps<Row> = {
  /** Accessible name of the table, not visible. */
  readonly caption: string
  /** The first column is the row header. */
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** The width that the columns need; default: a fixed width per column. */
  readonly widthRem?: number
  /** The CSV download. */
  readonly csv?: CsvFile | undefined
  /** Present in a `SortableTable`. */
  readonly sorting?: Sorting
}

const DEFAULT_COLUMN_REM = 5.8

/** A table with an optional CSV download. A long table shows its first rows and a button for the rest. */
export function DataTable<Row>({ csv, ...table }: DataTableProps<Row>) {
  const { rows, caption } = table
  const isLong = rows.length >= PHONE_ROWS + MIN_HIDDEN_ROWS
  if (!csv && !isLong) return <Rows {...table} />
  const file = csv ? <CsvButton of={caption} file={csv} /> : null
  if (!isLong)
    return (
      <div className="table-and-file">
        <Rows {...table} />
        {file}
      </div>
    )
  return (
    <LongTable caption={caption} length={rows.length} table={<Rows {...table} />}>
      {file}
    </LongTable>
  )
}

/** If the columns do not fit, each row becomes a card with labelled values. */
function Rows<Row>({ caption, columns, rows, keyOf, widthRem, sorting }: Omit<DataTableProps<Row>, "csv">) {
  const needsRem = widthRem ?? columns.length * DEFAULT_COLUMN_REM
  return (
    <ScrollRegion className="table-wide" label={caption} needsRem={needsRem}>
      <table className="table" {...roles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead {...roles.rowgroup}>
          <tr {...roles.row}>
            {columns.map(({ name, numeric, sortBy }) => (
              <th
                scope="col"
                {...roles.columnheader}
                className={numeric ? "number" : undefined}
                aria-sort={sorting?.column === name ? (sorting.isDescending ? "descending" : "ascending") : undefined}
                key={name}
              >
                {sorting && sortBy ? (
                  <button className="sort-button" type="button" onClick={() => sorting.toggle(name)}>
                    {name}
                    <span aria-hidden="true">
                      {sorting.column === name ? (sorting.isDescending ? " ↓" : " ↑") : " ↕"}
                    </span>
                  </button>
                ) : (
                  name
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.rowgroup}>
          {rows.map((row) => (
            <tr {...roles.row} key={keyOf(row)}>
              {columns.map(({ name, numeric, cell }, index) =>
                index === 0 ? (
                  <th scope="row" {...roles.rowheader} key={name}>
                    {cell(row)}
                  </th>
                ) : (
                  <td {...roles.cell} className={numeric ? "number" : undefined} data-name={name} key={name}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** Browsers may drop table semantics for the card layout, so the roles are explicit. */
const roles = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  rowheader: { role: "rowheader" },
  cell: { role: "cell" },
} as const
