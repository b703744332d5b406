"use client"

import { type ComponentProps, useState } from "react"
import { DataTable } from "./data-table"
import { sortRows } from "./sort-rows"

type SortableTableProps<Row> = Omit<ComponentProps<typeof DataTable<Row>>, "sorting">

type Order = { readonly column: string; readonly isDescending: boolean }

/** A data table that sorts by its headers: descending first, then ascending, then the original order. */
export function SortableTable<Row>({ columns, rows, ...table }: SortableTableProps<Row>) {
  const [order, setOrder] = useState<Order | null>(null)
  const sortBy = columns.find(({ name }) => name === order?.column)?.sortBy
  const shown = order && sortBy ? sortRows(rows, sortBy, order.isDescending) : rows
  const toggle = (column: string) =>
    setOrder((before) => {
      if (before?.column !== column) return { column, isDescending: true }
      return before.isDescending ? { column, isDescending: false } : null
    })
  const sorting = { column: order?.column ?? null, isDescending: order?.isDescending ?? false, toggle }
  return <DataTable {...table} columns={columns} rows={shown} sorting={sorting} />
}
