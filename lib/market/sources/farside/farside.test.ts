import { expect, test } from "vitest"
import { summariseEtfFlows } from "@/lib/domain/flows/etf-summary"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureText } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createFarsideSource } from "./client"
import { type FlowRow, readFlowTable } from "./read-table"
import { toEtfFlows } from "./to-etf-flows"

const TABLE = fixtureText("lib/market/sources/farside/fixtures/table_shape.html")
const NOW = Date.UTC(2026, 6, 24, 12)
const GATES = { host: "farside.co.uk", coin: "BTC", nowMs: NOW, heldUntilMs: 0 } as const

function flowsOf(html: string, over: Partial<typeof GATES | { heldUntilMs: number; nowMs: number }> = {}) {
  return toEtfFlows(readFlowTable(html, GATES.host), { ...GATES, ...over })
}

test("days are read by column names, and rows of fees and totals are skipped", () => {
  const { points, asOfMs } = flowsOf(TABLE)
  expect(points.map((day) => day.atMs)).toEqual([20, 21, 22].map((day) => Date.UTC(2026, 6, day)))
  expect(points[0]).toEqual({
    atMs: Date.UTC(2026, 6, 20),
    totalUsdM: 1136.5,
    usdMByFund: { IBIT: 1200, FBTC: 20, BITB: 0, ARKB: 10, BTCO: 0, EZBC: 0, HODL: 2, MSBT: null, GBTC: -95.5 },
    isFinal: true,
  })
  expect(asOfMs).toBe(Date.UTC(2026, 6, 22))
})

test("a day is final once every fund that reported before has reported", () => {
  const { points } = flowsOf(TABLE)
  expect(points.map((day) => day.isFinal)).toEqual([true, true, false])
  expect(points[2]?.usdMByFund["IBIT"]).toBeNull()
})

const MONDAY = Date.UTC(2026, 6, 6)

/** Sessions from a Monday on, each with 1 million per fund except the given cells. */
function sessions(...cells: readonly Readonly<Record<string, number | null>>[]): readonly FlowRow[] {
  const whole = { IBIT: 1, FBTC: 1, BITB: 1, ARKB: 1, BTCO: 1, EZBC: 1, HODL: 1, GBTC: 1 }
  return cells.map((cell, index) => {
    const usdMByFund: FlowRow["usdMByFund"] = { ...whole, ...cell }
    const totalUsdM = Object.values(usdMByFund).reduce<number>((total, usdM) => total + (usdM ?? 0), 0)
    return { atMs: MONDAY + (index + 2 * Math.floor(index / 5)) * DAY_MS, totalUsdM, usdMByFund }
  })
}

function finalityOf(rows: readonly FlowRow[]): readonly boolean[] {
  return toEtfFlows({ rows, droppedRows: 0 }, GATES).points.map(({ isFinal }) => isFinal)
}

const NONE_BUT_IBIT = { FBTC: null, BITB: null, ARKB: null, BTCO: null, EZBC: null, HODL: null, GBTC: null }

test("a blank cell keeps its day open until a later day is complete or two later days have values", () => {
  const blank = { HODL: null }
  expect(finalityOf(sessions({}, blank))).toEqual([true, false])
  expect(finalityOf(sessions({}, blank, NONE_BUT_IBIT)), "the next day has begun").toEqual([true, false, false])
  expect(finalityOf(sessions({}, blank, {}))).toEqual([true, true, true])
  expect(finalityOf(sessions({}, blank, blank, NONE_BUT_IBIT))).toEqual([true, true, false, false])
})

test("a fund that closes leaves no day incomplete", () => {
  const closed = { HODL: null }
  for (let days = 1; days <= 12; days++) {
    const rows = sessions({}, {}, ...Array.from({ length: days }, () => closed))
    const nowMs = (rows.at(-1)?.atMs ?? 0) + 36 * HOUR_MS
    const { points } = toEtfFlows({ rows, droppedRows: 0 }, { ...GATES, nowMs })
    const shown = summariseEtfFlows(points, nowMs)?.dayMs ?? 0
    expect(points.filter(({ atMs, isFinal }) => atMs <= shown && !isFinal)).toEqual([])
    expect(points.filter(({ atMs }) => atMs > shown).length, `${days} sessions after`).toBeLessThanOrEqual(2)
  }
})

test("a day with a blank cell whose funds do not sum to its total is not final", () => {
  const [first, gap, last] = sessions({}, { HODL: null }, {})
  if (!first || !gap || !last) throw new Error("Three sessions were made.")
  expect(finalityOf([first, { ...gap, totalUsdM: gap.totalUsdM + 3 }, last])).toEqual([true, false, true])
})

test.each([4, 5, 6, 7, 8])("a week with a blank cell includes all of its days, read %i days later", (daysLater) => {
  const gap = { HODL: null }
  const rows = sessions({}, {}, {}, gap, {}, { IBIT: 40 }, { GBTC: -9 }, {}, {}, {})
  const holeMs = rows[3]?.atMs ?? 0
  const nowMs = holeMs + (daysLater + 0.5) * DAY_MS
  const known = rows.filter(({ atMs }) => atMs + DAY_MS <= nowMs)
  const { points } = toEtfFlows({ rows: known, droppedRows: 0 }, { ...GATES, nowMs })
  const summary = summariseEtfFlows(points, nowMs)
  const week = known.filter(({ atMs }) => summary && atMs > summary.dayMs - 7 * DAY_MS && atMs <= summary.dayMs)
  expect(summary?.week.totalUsdM).toBeCloseTo(
    week.reduce((total, { totalUsdM }) => total + totalUsdM, 0),
    6,
  )
})

/** A table of ten days whose third day has `cell` for GBTC and the total that fits to `value`. */
function tableWith(cell: string, value: number): string {
  const row = (day: number, gbtc: string, total: number) =>
    `<tr><td>${day} Jul 2026</td><td>100.0</td>${"<td>0.0</td>".repeat(6)}<td>-</td><td>${gbtc}</td><td>${total.toFixed(1)}</td></tr>`
  const days = [6, 7, 8, 9, 10, 13, 14, 15, 16, 17]
  const rows = days.map((day, index) => (index === 2 ? row(day, cell, 100 + value) : row(day, "0.0", 100)))
  const [head = ""] = TABLE.split("<tr><td>20 Jul")
  return `${head}${rows.join("")}</table>`
}

test.each(["-95.1", "−95.1", "( 95.1 )", "(95.1)", "(95.1)*"])("a negative amount can be written as %s", (cell) => {
  const { points, droppedRows } = flowsOf(tableWith(cell, -95.1))
  expect([points.length, droppedRows]).toEqual([10, 0])
  expect(points[2]?.usdMByFund["GBTC"]).toBe(-95.1)
})

test("a footnote mark does not change an amount", () => {
  expect(flowsOf(tableWith("95.1*", 95.1)).points[2]?.usdMByFund["GBTC"]).toBe(95.1)
})

test("a day with an unreadable cell is dropped and counted", () => {
  const { points, droppedRows } = flowsOf(tableWith("n/a", 0))
  expect([points.length, droppedRows]).toEqual([9, 1])
})

test.each([
  ["a total that is not the sum", TABLE.replace("1,136.5", "1,140.5"), "schema"],
  ["an absurd total", TABLE.replace("1,136.5", "9,136.5"), "schema"],
  ["a day twice", TABLE.replace("21 Jul 2026", "20 Jul 2026"), "schema"],
  ["a day in the future", TABLE.replace("22 Jul 2026", "25 Jul 2026"), "schema"],
  ["a word in a cell", TABLE.replace("1,200.0", "n/a"), "schema"],
  ["too few funds", TABLE.replace("HODL", "").replace("MSBT", ""), "schema"],
  ["text instead of a table", "<html>Just a moment...</html>", "upstream_text_error"],
])("a page with %s is refused", (_, html, kind) => {
  expect(() => flowsOf(html)).toThrow(expect.objectContaining({ kind }))
})

test("a record total is accepted only when the funds add up to it, and not in another unit", () => {
  const [record] = sessions({ IBIT: 3_500 })
  if (record === undefined) throw new Error("One session was asked for.")
  expect(finalityOf([record])).toEqual([true])
  const holed = { ...record, usdMByFund: { ...record.usdMByFund, HODL: null }, totalUsdM: 3_600 }
  expect(() => finalityOf([holed])).toThrow("a total of 3600 million")
  expect(() => finalityOf(sessions({ IBIT: 1_136_500 }))).toThrow("million")
})

test("a table that ends before the held day is stale", () => {
  expect(() => flowsOf(TABLE, { heldUntilMs: Date.UTC(2026, 6, 23) })).toThrow(
    expect.objectContaining({ kind: "stale" }),
  )
})

test("the WordPress API is read first, then the page", async () => {
  const json = createFakeProvider(() => ({ body: [{ id: 1, slug: "btc", content: { rendered: TABLE } }] }), {
    startMs: NOW,
  })
  expect((await createFarsideSource({ ...json, clock: json.time.clock }).etfFlows("BTC")).points).toHaveLength(3)
  expect(json.requests).toHaveLength(1)

  const page = createFakeProvider(
    (request) => (request.url.includes("wp-json") ? { status: 404, body: "{}" } : { body: TABLE }),
    { startMs: NOW },
  )
  expect((await createFarsideSource({ ...page, clock: page.time.clock }).etfFlows("BTC")).points).toHaveLength(3)
})

test("an internal error is not reported as a source error", async () => {
  const { http, time } = createFakeProvider(() => ({ body: TABLE }), { startMs: NOW })
  const broken = { ...http, getJson: () => Promise.reject(new TypeError("a bug")) }
  await expect(createFarsideSource({ http: broken, clock: time.clock }).etfFlows("BTC")).rejects.toThrow("a bug")
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http, clock) => createFarsideSource({ http, clock }).etfFlows("BTC"))
})
