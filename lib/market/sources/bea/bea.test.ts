import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createBeaSource } from "./client"

const FILE = "lib/market/sources/bea/fixtures/release_dates_shape.json"

function bea(body: unknown, nowMs = Date.UTC(2026, 9, 20)) {
  const provider = createFakeProvider(() => ({ body }), { startMs: nowMs })
  return createBeaSource({ http: provider.http, clock: provider.time.clock })
}

test("release times are read with their UTC offsets, in daylight and in standard time", async () => {
  const { entries } = await bea(fixtureJson(FILE)).calendar()
  expect(entries.map(({ title, when }) => [title, when])).toEqual([
    ["Gross Domestic Product", { atMs: Date.UTC(2026, 9, 29, 12, 30) }],
    ["Gross Domestic Product", { atMs: Date.UTC(2026, 10, 25, 13, 30) }],
    ["Personal Income and Outlays", { atMs: Date.UTC(2026, 9, 30, 12, 30) }],
  ])
})

test.each([
  [{}, "schema"],
  [{ "Gross Domestic Product": ["2026-10-29"] }, "schema"],
  [{ "Gross Domestic Product": { release_dates: ["soon", "2026-02-31", "2026-10-29T08:30:00"] } }, "schema"],
  ["<html>", "upstream_text_error"],
])("the answer %j is a source error of kind %s", async (body, kind) => {
  await expect(bea(body).calendar()).rejects.toMatchObject({ kind })
})

test("a list without a future release is stale", async () => {
  await expect(bea(fixtureJson(FILE), Date.UTC(2027, 0, 1)).calendar()).rejects.toMatchObject({ kind: "stale" })
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http, clock) => createBeaSource({ http, clock }).calendar())
})
