import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { compareRecordings } from "./compare-recordings"

function folder(files: Readonly<Record<string, unknown>>): string {
  const path = mkdtempSync(join(tmpdir(), "recorded-"))
  for (const [name, body] of Object.entries(files)) {
    writeFileSync(join(path, name), name.endsWith(".json") ? JSON.stringify(body) : String(body))
  }
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
    "kraken.json $.rate: 0.01 where it was 0.0001 (percent instead of a fraction?)",
  ])
  const moved = folder({ "kraken.json": { last: "93000", rate: 0.0003, rows: [["1", 4]] }, "yahoo.json": {} })
  expect(compareRecordings(before, moved)).toEqual([])
  const turned = folder({ "kraken.json": { last: "-100000.5", rate: 0.0001, rows: [["1", 5]] }, "yahoo.json": {} })
  expect(compareRecordings(before, turned)).toEqual(["kraken.json $.last: negative now"])
})

test("a number of a table whose unit changed is named, also beside a cut last row", () => {
  const table = (factor: number) =>
    `Date,"1 Mo"\n11/20/2026,${(4.1 * factor).toFixed(3)}\n11/19/2026,${(4 * factor).toFixed(3)}\n11/18/2026,4`
  const before = folder({ "yields.txt": table(1) })
  expect(compareRecordings(before, folder({ "yields.txt": table(1.1) }))).toEqual([])
  expect(compareRecordings(before, folder({ "yields.txt": table(0.01) }))).toEqual([
    "yields.txt $[].1 Mo: 0.041 where it was 4.1 (a fraction instead of percent?)",
  ])
})

test("units, offsets of times and columns that changed are named", () => {
  const before = folder({
    "okx.json": { rows: [{ ts: 1_795_000_000, at: "2026-11-20T12:00:00Z" }], flows: [-5, -2] },
    "news.json": { at: "Fri, 20 Nov 2026 12:00:00 GMT", day: "2026-11-20" },
    "cboe.txt": "DATE,OPEN,CLOSE\n11/20/2026,17.1,18.2\n",
    "fred.txt": "observation_date,DGS10\n2026-11-20,4.1\n",
  })
  const after = folder({
    "okx.json": { rows: [{ ts: 1_795_000_000_000, at: "2026-11-20T07:00:00-05:00" }], flows: [5, 2] },
    "news.json": { at: "Sat, 21 Nov 2026 09:30:00 GMT", day: "2026-11-21" },
    "cboe.txt": "DATE,CLOSE\n2026-11-20,18.2\n",
    "fred.txt": "<!doctype html><title>Access denied</title>",
  })
  expect(compareRecordings(before, after).toSorted()).toEqual([
    "cboe.txt columns DATE,CLOSE where they were DATE,OPEN,CLOSE",
    "cboe.txt first column written 0000-00-00 where it was 00/00/0000",
    "fred.txt a page instead of a table or list",
    "okx.json $.flows[0]: positive now",
    "okx.json $.flows[1]: positive now",
    "okx.json $.rows[].at: time written 0000-00-00T00:00:00-05:00 where it was 0000-00-00T00:00:00Z",
    "okx.json $.rows[].ts: 1795000000000 where it was 1795000000 (milliseconds instead of seconds?)",
  ])
})

test("what an adapter reads no more, or less of, is named first", () => {
  const reading = { provider: "kraken", question: "price BTC", isUsable: true, rows: 24, droppedRows: 0, says: "" }
  const before = folder({
    "_readings.json": [
      reading,
      { ...reading, question: "price ETH" },
      { ...reading, question: "candles" },
      { ...reading, question: "gold" },
    ],
  })
  const after = folder({
    "_readings.json": [
      { ...reading, isUsable: false, says: "schema: another form" },
      { ...reading, question: "price ETH", isUsable: false, says: "schema: no request" },
      { ...reading, question: "candles", rows: 8, droppedRows: 2 },
      { ...reading, question: "gold", rows: 20 },
    ],
  })
  expect(compareRecordings(before, after)).toEqual([
    "kraken not usable any more: price BTC, price ETH: schema: another form",
    "kraken, candles: 8 rows where there were 24",
    "kraken, candles: 2 rows do not fit where 0 did not",
  ])
})
