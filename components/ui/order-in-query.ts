export type Order = { readonly column: string; readonly isDescending: boolean }

/** The order of a table that an address names as `?sort=Arena:-Return`; `null`: none, or that of another table. Pure. */
export function orderInQuery(query: Pick<URLSearchParams, "get">, table: string): Order | null {
  const text = query.get("sort")
  if (text === null || !text.startsWith(`${table}:`)) return null
  const column = text.slice(table.length + 1)
  return column.startsWith("-") ? { column: column.slice(1), isDescending: true } : { column, isDescending: false }
}

/** `search` with the order of one table. An address has one order, the newest. Pure. */
export function queryWithOrder(search: string, table: string, order: Order | null): string {
  const query = new URLSearchParams(search)
  if (order === null) query.delete("sort")
  else query.set("sort", `${table}:${order.isDescending ? "-" : ""}${order.column}`)
  const text = query.toString()
  return text === "" ? "" : `?${text}`
}
