import type { InteropClient } from "./client"

/** The page whose table `npm run test:interop -- --write` writes. */
export const TABLE_PAGE = "docs/for-bots.md"

export type Row = { readonly name: string; readonly version: string; readonly scheme: string; readonly result: string }

/** The result of a client that failed. */
export const FAILED = "FAILED"

/** The start of the result of a client whose tools are missing. */
export const NOT_RUN = "not run"

export function isPassed({ result }: Row): boolean {
  return result !== FAILED && !result.startsWith(NOT_RUN)
}

const HEAD = "| Client | Version | Scheme | Result |\n|---|---|---|---|\n"
const TABLE = /^\| Client \| Version \| Scheme \| Result \|\n\|[-|]+\n((?:\|.*\n)*)/m

export function tableOf(rows: readonly Row[]): string {
  return (
    HEAD +
    rows.map(({ name, version, scheme, result }) => `| ${[name, version, scheme, result].join(" | ")} |\n`).join("")
  )
}

/** @throws {Error} when the page has no such table */
export function rowsOf(page: string): readonly Row[] {
  const [, body] = TABLE.exec(page) ?? []
  if (body === undefined) throw new Error("The page has no table of clients.")
  return body.split("\n").flatMap((line) => {
    const [, name, version, scheme, result] = line.split("|").map((cell) => cell.trim())
    return name && version && scheme && result ? [{ name, version, scheme, result }] : []
  })
}

/** The page with this row in place of the client's own, in the order of the clients; without it, when the client has not passed. */
export function withRow(page: string, row: Row, clients: readonly Pick<InteropClient, "name">[]): string {
  const all = new Map([...rowsOf(page), row].map((one) => [one.name, one]))
  const ordered = clients.flatMap(({ name }) => all.get(name) ?? []).filter(isPassed)
  return page.replace(TABLE, () => tableOf(ordered))
}
