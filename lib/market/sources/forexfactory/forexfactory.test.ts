import { expect, test } from "vitest"
import { createFakeProvider, type FakeAnswer } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson, providerFixtures } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createForexFactorySource } from "./client"
import { WeekAnswer } from "./schema"
import { toEntries, weekEnd } from "./to-entries"

const WEEK = "lib/market/sources/forexfactory/fixtures/thisweek_shape.json"
const NOT_YET: FakeAnswer = { status: 404, body: "<html>Not Found</html>" }

function forexFactory(thisWeek: FakeAnswer, nextWeek = NOT_YET, nowMs = Date.UTC(2026, 9, 12)) {
  const provider = createFakeProvider(({ url }) => (url.includes("nextweek") ? nextWeek : thisWeek), {
    startMs: nowMs,
  })
  return createForexFactorySource({ http: provider.http, clock: provider.time.clock })
}

test("dollar events are read with impact and figures; holidays and other currencies are skipped", async () => {
  const { entries, untilMs } = await forexFactory({ body: fixtureJson(WEEK) }).calendar()
  expect(entries).toEqual([
    {
      title: "CPI m/m",
      source: "forexfactory",
      when: { atMs: Date.UTC(2026, 9, 14, 12, 30) },
      impact: "high",
      figures: { forecast: "0.4%", previous: "0.1%" },
    },
    expect.objectContaining({ title: "S&P Example PMI", figures: { forecast: null, previous: "51.2" } }),
    expect.objectContaining({ title: "Speech", impact: null }),
  ])
  expect(untilMs, "the week ends on Saturday midnight in New York").toBe(Date.UTC(2026, 9, 18, 4))
})

test("the next week is added once it is published", async () => {
  const body = [{ title: "PPI m/m", country: "USD", date: "2026-10-22T08:30:00-04:00", impact: "Medium" }]
  const next = { body: body.map((event) => ({ ...event, forecast: "", previous: "" })) }
  const { entries, untilMs } = await forexFactory({ body: fixtureJson(WEEK) }, next).calendar()
  expect(entries.at(-1)).toMatchObject({ title: "PPI m/m" })
  expect(untilMs).toBe(Date.UTC(2026, 9, 25, 4))
})

test.each([
  [{ status: 429, body: "Rate Limited" }, "rate_limited"],
  [{ body: "<html>Request Denied</html>" }, "upstream_text_error"],
  [{ body: [{ title: "CPI" }] }, "schema"],
] as const)("the answer %j is a source error of kind %s", async (answer, kind) => {
  await expect(forexFactory(answer).calendar()).rejects.toMatchObject({ kind })
})

test("last week's file is stale", async () => {
  const late = forexFactory({ body: fixtureJson(WEEK) }, NOT_YET, Date.UTC(2026, 9, 19))
  await expect(late.calendar()).rejects.toMatchObject({ kind: "stale" })
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http, clock) => createForexFactorySource({ http, clock }).calendar())
})

test("every row of the fixture is read", () => {
  for (const path of providerFixtures("forexfactory", /\.json$/)) {
    const { rows, droppedRows } = WeekAnswer.parse(fixtureJson(path))
    expect(droppedRows).toBe(0)
    expect(toEntries(rows).every(({ title }) => title !== "Bank Holiday")).toBe(true)
    expect(weekEnd(rows)).toBeGreaterThan(0)
  }
})
