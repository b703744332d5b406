import { parse } from "csv-parse/sync"
import fc from "fast-check"
import { expect, test } from "vitest"
import { csvLines, recordsToCsv } from "./csv"

test("values are written in full, and null is an empty cell", () => {
  const row = [1_204_331_118.27, -0.0000123, 10n ** 20n, true, null, undefined, ""]
  expect(csvLines(["a"], [row])).toBe("a\r\n1204331118.27,-0.0000123,100000000000000000000,true,,,\r\n")
})

test("any text survives a round trip, including line breaks and quotes", () => {
  const unit = fc.constantFrom('"', ",", "\r", "\n", ";", " ", "a", "7", "é", "–")
  const text = fc.string({ unit, minLength: 1 }).filter((text) => !text.startsWith("\r") && !text.startsWith("\n"))
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), (rows) => {
      expect(parse(csvLines(["a", "b"], rows), { from: 2, record_delimiter: "\r\n" })).toEqual(rows)
    }),
  )
})

test("formulas are escaped and signed numbers are not", () => {
  const cells = ["=SUM(A1)", "+1+cmd|' /C calc'!A0", "@x", "-2+3", "\t=1", "＝1+1", "-0.2%", "+1,250.5", "−0.2%"]
  expect(csvLines([], [cells]).trim()).toBe(
    `'=SUM(A1),'+1+cmd|' /C calc'!A0,'@x,'-2+3,'\t=1,'＝1+1,-0.2%,"+1,250.5",−0.2%`,
  )
})

test("a right-to-left name does not reorder the figures beside it", () => {
  expect(csvLines([], [["דוג", 12.5]]).trim()).toBe("\u2068דוג\u2069,12.5")
})

test("records of several shapes share columns, and nested fields get their own", () => {
  const pool = { kind: "pool", risk: { grade: "B", unknown: ["hacks", "age"] }, range: [1.5, 2], notes: [{ a: 1 }] }
  expect(recordsToCsv([pool, { kind: "cash", weight_pct: 60, left_out: undefined }])).toBe(
    [
      "kind,risk.grade,risk.unknown,range,notes,weight_pct",
      'pool,B,hacks; age,1.5; 2,"[{""a"":1}]",',
      "cash,,,,,60",
      "",
    ].join("\r\n"),
  )
})

test("a nested object that only some records have adds no column for itself", () => {
  const calls = [
    { id: 1, outcome: null },
    { id: 2, outcome: { won: true, at: "12:00" } },
    { id: 3, outcome: null },
  ]
  expect(recordsToCsv(calls)).toBe("id,outcome.won,outcome.at\r\n1,,\r\n2,true,12:00\r\n3,,\r\n")
  expect(recordsToCsv([{ id: 1, outcome: null }])).toBe("id,outcome\r\n1,\r\n")
})
