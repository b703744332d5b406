import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { compareRecordings } from "./compare-recordings"

function folder(files: Readonly<Record<string, unknown>>): string {
  const path = mkdtempSync(join(tmpdir(), "recorded-"))
  for (const [name, body] of Object.entries(files)) writeFileSync(join(path, name), JSON.stringify(body))
  return path
}

test("shapes, sizes, signs and files that changed are named, and moves of a market are not", () => {
  const before = folder({
    "kraken.json": { last: "100000.5", rate: 0.0001, rows: [["1", 5]] },
    "yahoo.json": {},
  })
  const after = folder({
    "kraken.json": { last: 93_000, rate: 0.01, rows: [["1", 5, 6]] },
    "okx.json": {},
  })
  expect(compareRecordings(before, after)).toEqual([
    "yahoo.json: not answered any more",
    "okx.json: new",
    "kraken.json $.last: number instead of numeric text",
    "kraken.json $.rows[]: 3 columns",
    "kraken.json $.rate: 0.01 where it was 0.0001",
  ])
  const moved = folder({ "kraken.json": { last: "93000", rate: 0.0003, rows: [["1", 4]] }, "yahoo.json": {} })
  expect(compareRecordings(before, moved)).toEqual([])
  const turned = folder({ "kraken.json": { last: "-100000.5", rate: 0.0001, rows: [["1", 5]] }, "yahoo.json": {} })
  expect(compareRecordings(before, turned)).toEqual(["kraken.json $.last: negative now"])
})
