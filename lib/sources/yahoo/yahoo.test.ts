import { expect, test } from "vitest"
import { createFakeProvider } from "@/lib/testing/feed-fake-provider"
import { fixtureJson, fixtureText, packFixtures } from "@/lib/testing/feed-fixtures"
import { expectOnlySourceErrors } from "@/lib/testing/feed-malformed"
import { createYahooSource } from "./client"
import { ChartAnswer } from "./schema"

const FIXTURES = "lib/sources/yahoo/fixtures"

function yahoo(body: unknown, status = 200) {
  return createYahooSource(createFakeProvider(() => ({ status, body })))
}

test("a recorded chart becomes sessions by their local date, without days that lack a close", async () => {
  const chart = { meta: { gmtoffset: -14_400 }, timestamp: [1_783_296_000, 1_783_382_400, 1_783_468_800] }
  const body = {
    chart: { result: [{ ...chart, indicators: { quote: [{ close: [99.8, null, 100.1] }] } }], error: null },
  }
  expect((await yahoo(body).daily("DX-Y.NYB")).points).toEqual([
    { atMs: Date.UTC(2026, 6, 5), value: 99.8 },
    { atMs: Date.UTC(2026, 6, 7), value: 100.1 },
  ])
  const recorded = await yahoo(fixtureJson(`${FIXTURES}/chart_vix_1mo_1d.json`)).daily("^VIX")
  expect(recorded.droppedRows).toBe(0)
  expect(recorded.points.every(({ atMs, value }) => atMs % 86_400_000 === 0 && value > 5 && value < 100)).toBe(true)
})

test.each([
  [fixtureText(`${FIXTURES}/error_429.txt`), 429, "rate_limited"],
  [{ chart: { result: null, error: { code: "Not Found", description: "No data found" } } }, 404, "not_found"],
  [{ chart: { result: null, error: { code: "Unauthorized", description: "Invalid Crumb" } } }, 401, "auth"],
  ["<html></html>", 200, "upstream_text_error"],
])("%j with status %i is %s", async (body, status, kind) => {
  await expect(yahoo(body, status).daily("^TNX")).rejects.toMatchObject({ kind })
})

test("no answer makes the adapter throw anything but source errors", async () => {
  await expectOnlySourceErrors((http) => createYahooSource({ http }).daily("GC=F"))
})

test("every chart of the pack parses", () => {
  for (const path of packFixtures("yahoo", /^chart_/)) ChartAnswer.parse(fixtureJson(path))
})
