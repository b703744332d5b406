import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { interopClients } from "./clients"
import { rowsOf, TABLE_PAGE, tableOf, withRows } from "./table"

test("each row of the page is of a client that runs, with its version and scheme, in the same order", () => {
  const written = rowsOf(readFileSync(TABLE_PAGE, "utf8")).map(({ name, version, scheme }) => ({
    name,
    version,
    scheme,
  }))
  const known = interopClients.map(({ name, version, scheme = "–" }) => ({ name, version, scheme }))
  expect(written.length).toBeGreaterThan(0)
  expect(written).toEqual(known.filter(({ name }) => written.some((row) => row.name === name)))
})

test("new rows replace those of the same client, others stay, and rows of a client that is gone go", () => {
  const row = (name: string, result: string) => ({ name, version: "1", scheme: "exact", result })
  const page = `before\n\n${tableOf([row("a", "old"), row("gone", "old"), row("b", "kept $1")])}\nafter\n`
  const written = withRows(page, [row("c", "new"), row("a", "new")], [{ name: "a" }, { name: "b" }, { name: "c" }])
  expect(written).toBe(`before\n\n${tableOf([row("a", "new"), row("b", "kept $1"), row("c", "new")])}\nafter\n`)
  expect(() => rowsOf("no table")).toThrow("no table of clients")
})
