import { expect, test } from "vitest"
import { createFakeProvider } from "@/lib/testing/feed-fake-provider"
import { fixtureText, packFixtures } from "@/lib/testing/feed-fixtures"
import { expectOnlySourceErrors } from "@/lib/testing/feed-malformed"
import { createFarsideSource } from "./client"
import { readFlowTable } from "./read-table"
import { toEtfFlows } from "./to-etf-flows"

const TABLE = fixtureText("lib/sources/farside/fixtures/table_shape.html")
const NOW = Date.UTC(2026, 6, 24, 12)
const GATES = { host: "farside.co.uk", coin: "BTC", nowMs: NOW, heldUntilMs: 0 } as const

function flowsOf(html: string, over: Partial<typeof GATES | { heldUntilMs: number; nowMs: number }> = {}) {
  return toEtfFlows(readFlowTable(html, GATES.host), { ...GATES, ...over })
}

test("days are read by the names of their columns, and fees and totals are no days", () => {
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

test("a day on which an expected fund has not reported is not final; a fund that never reported is not waited for", () => {
  const { points } = flowsOf(TABLE)
  expect(points.map((day) => day.isFinal)).toEqual([true, true, false])
  expect(points[2]?.usdMByFund["IBIT"]).toBeNull()
})

test.each([
  ["a total that is not the sum", TABLE.replace("1,136.5", "1,140.5"), "schema"],
  ["an absurd total", TABLE.replace("1,136.5", "9,136.5"), "schema"],
  ["a day twice", TABLE.replace("21 Jul 2026", "20 Jul 2026"), "schema"],
  ["a day in the future", TABLE.replace("22 Jul 2026", "25 Jul 2026"), "schema"],
  ["a word in a cell", TABLE.replace("1,200.0", "n/a"), "schema"],
  ["too few funds", TABLE.replace("HODL", "").replace("MSBT", ""), "schema"],
  ["no table", "<html>Just a moment...</html>", "upstream_text_error"],
])("%s is refused", (_, html, kind) => {
  expect(() => flowsOf(html)).toThrow(expect.objectContaining({ kind }))
})

test("a table that ends before the day already held is stale", () => {
  expect(() => flowsOf(TABLE, { heldUntilMs: Date.UTC(2026, 6, 23) })).toThrow(
    expect.objectContaining({ kind: "stale" }),
  )
})

test("the WordPress door is tried first, then the page", async () => {
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

test("no answer makes the adapter throw anything but source errors", async () => {
  await expectOnlySourceErrors((http, clock) => createFarsideSource({ http, clock }).etfFlows("BTC"))
})

test("the recorded page of the pack passes every gate", () => {
  for (const path of packFixtures("farside", /\.html$/)) {
    const { points } = flowsOf(fixtureText(path))
    expect(points.length).toBeGreaterThan(5)
    expect(points.every((day) => day.isFinal)).toBe(true)
  }
})
