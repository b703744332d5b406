import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson, fixtureText, providerFixtures } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createYahooSource } from "./client"
import { ChartAnswer } from "./schema"

const FIXTURES = "lib/market/sources/yahoo/fixtures"

function yahoo(body: unknown, status = 200) {
  return createYahooSource(createFakeProvider(() => ({ status, body })))
}

test("a chart is read as sessions by their local date, without days that lack a close", async () => {
  const series = await yahoo(fixtureJson(`${FIXTURES}/chart_vix_shape.json`)).daily("^VIX")
  expect(series.points).toEqual([
    { atMs: Date.UTC(2026, 7, 6), value: 16.5 },
    { atMs: Date.UTC(2026, 7, 7), value: 17.25 },
    { atMs: Date.UTC(2026, 7, 11), value: 16.5 },
  ])
})

test("sessions that open at local midnight keep their date across daylight saving time", async () => {
  const opens = [Date.UTC(2026, 9, 29, 4), Date.UTC(2026, 9, 30, 4), Date.UTC(2026, 10, 2, 5), Date.UTC(2026, 10, 3, 5)]
  const datesIn = async (exchangeTimezoneName: string) => {
    const meta = { gmtoffset: -18_000, exchangeTimezoneName }
    const quote = [{ close: [98.1, 98.2, 98.3, 98.4] }]
    const result = [{ meta, timestamp: opens.map((ms) => ms / 1000), indicators: { quote } }]
    const { points } = await yahoo({ chart: { result } }).daily("DX-Y.NYB")
    return points.map(({ atMs }) => new Date(atMs).toISOString().slice(5, 10))
  }
  expect(await datesIn("America/New_York")).toEqual(["10-29", "10-30", "11-02", "11-03"])
  expect((await datesIn("Mars/Olympus")).slice(2), "an unknown zone reads by the offset of today").toEqual([
    "11-02",
    "11-03",
  ])
})

test("hourly closes are dated at the hour's end, without gaps, the running hour and the latest trade", async () => {
  const hour = (index: number) => Date.UTC(2026, 10, 20, 12 + index)
  const body = {
    chart: {
      result: [
        {
          meta: { gmtoffset: -18_000 },
          timestamp: [hour(0), hour(1), hour(2), hour(3), hour(3) + 420_000].map((ms) => ms / 1000),
          indicators: { quote: [{ close: [71.5, null, 72.25, 73, 73.5] }] },
        },
      ],
    },
  }
  const { points, asOfMs } = await yahoo(body).hourly("CL=F", hour(3) + 420_000)
  expect(points).toEqual([
    { atMs: hour(1), value: 71.5 },
    { atMs: hour(3), value: 72.25 },
  ])
  expect(asOfMs).toBe(hour(3))
})

test.each([
  [fixtureText(`${FIXTURES}/error_429.txt`), 429, "rate_limited"],
  [{ chart: { result: null, error: { code: "Not Found", description: "No data found" } } }, 404, "not_found"],
  [{ chart: { result: null, error: { code: "Unauthorized", description: "Invalid Crumb" } } }, 401, "auth"],
  ["<html></html>", 200, "upstream_text_error"],
])("the answer %j with status %i is a source error of kind %s", async (body, status, kind) => {
  await expect(yahoo(body, status).daily("^TNX")).rejects.toMatchObject({ kind })
})

test("a session with an impossible time is dropped and counted", async () => {
  const day = (index: number) => Date.UTC(2026, 10, 16 + index, 14, 30) / 1000
  const result = [
    {
      meta: { gmtoffset: -18_000, exchangeTimezoneName: "America/New_York" },
      timestamp: [day(0), day(1), day(2), day(3), 253_402_300_800_000],
      indicators: { quote: [{ close: [4.1, 4.2, 4.3, 4.4, 4.5] }] },
    },
  ]
  const { points, droppedRows } = await yahoo({ chart: { result } }).daily("^TNX")
  expect([points.length, points.at(-1)?.value, droppedRows]).toEqual([4, 4.4, 1])
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http) => createYahooSource({ http }).daily("GC=F"))
})

test("every chart fixture parses", () => {
  for (const path of providerFixtures("yahoo", /^chart_/)) {
    expect(ChartAnswer.parse(fixtureJson(path)).chart.result.length).toBeGreaterThan(0)
  }
})
