"use client"

import { type ComponentProps, useState } from "react"
import { replaceAddress } from "@/lib/client/browser/replace-address"
import { DataTable } from "./data-table"
import { orderInQuery, queryWithOrder } from "./order-in-query"
import { sortRows } from "./sort-rows"

type SortableTableProps<Row> = Omit<ComponentProps<typeof DataTable<Row>>, "sorting">

/**
 * A data table that sorts by its headers: descending first, then ascending, then the original order. The order is kept in the
 * address.
 */
export function SortableTable<Row>({ columns, rows, ...table }: SortableTableProps<Row>) {
  const [order, setOrder] = useState(() => orderInQuery(pageQuery(), table.caption))
  const sortBy = columns.find(({ name }) => name === order?.column)?.sortBy
  const shown = order && sortBy ? sortRows(rows, sortBy, order.isDescending) : rows
  const toggle = (column: string) => {
    const isSame = order?.column === column
    const next = !isSame ? { column, isDescending: true } : order.isDescending ? { column, isDescending: false } : null
    setOrder(next)
    const { pathname, search, hash } = window.location
    replaceAddress(`${pathname}${queryWithOrder(search, table.caption, next)}${hash}`)
  }
  const sorting = { column: order?.column ?? null, isDescending: order?.isDescending ?? false, toggle }
  return <DataTable {...table} columns={columns} rows={shown} sorting={sorting} />
}

/** Empty on the server, where no table is rendered with an order: answers arrive in the browser. */
function pageQuery(): URLSearchParams {
  return new URLSearchParams(typeof window === "undefined" ? "" : window.location.search)
}
