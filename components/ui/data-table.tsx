import type { ReactNode } from "react"
import { ScrollRegion } from "./scroll-region"

export type Column<Row> = {
  readonly name: string
  readonly numeric?: boolean
  readonly cell: (row: Row) => ReactNode
}

type DataTableProps<Row> = {
  /** Says what the table holds; read aloud, not shown. */
  readonly caption: string
  /** The first names the row. */
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

/** Rows of one kind of thing. Wider than its place, it scrolls by itself. */
export function DataTable<Row>({ caption, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <ScrollRegion className="table-wide" label={caption}>
      <table className="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, numeric }) => (
              <th scope="col" className={numeric ? "number" : undefined} key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, numeric, cell }, index) =>
                index === 0 ? (
                  <th scope="row" key={name}>
                    {cell(row)}
                  </th>
                ) : (
                  <td className={numeric ? "number" : undefined} key={name}>
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
