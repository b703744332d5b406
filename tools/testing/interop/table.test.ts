import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { interopClients } from "./clients"
import { FAILED, NOT_RUN, type Row, rowsOf, TABLE_PAGE, tableOf, withRow } from "./table"

test("each client that runs has a row on the page, with its version and scheme, in the same order", () => {
  const written = rowsOf(readFileSync(TABLE_PAGE, "utf8")).map(({ name, version, scheme }) => ({
    name,
    version,
    scheme,
  }))
  const known = interopClients.map(({ name, version, scheme = "–" }) => ({ name, version, scheme }))
  expect(written).toEqual(known)
})

const row = (name: string, result: string) => ({ name, version: "1", scheme: "exact", result })
const clients = [{ name: "a" }, { name: "b" }, { name: "c" }]
const page = `before\n\n${tableOf([row("a", "old"), row("gone", "old"), row("c", "kept $1")])}\nafter\n`
const pageWith = (...rows: readonly Row[]) => `before\n\n${tableOf(rows)}\nafter\n`

test("a row replaces that of the same client or takes its place in the order; rows of a client that is gone go", () => {
  expect(withRow(page, row("a", "new"), clients)).toBe(pageWith(row("a", "new"), row("c", "kept $1")))
  expect(withRow(page, row("b", "new"), clients)).toBe(pageWith(row("a", "old"), row("b", "new"), row("c", "kept $1")))
  expect(() => rowsOf("no table")).toThrow("no table of clients")
})

test("a client that failed or was not run loses its row", () => {
  expect(withRow(page, row("a", FAILED), clients)).toBe(pageWith(row("c", "kept $1")))
  expect(withRow(page, row("c", `${NOT_RUN}: no go`), clients)).toBe(pageWith(row("a", "old")))
})
