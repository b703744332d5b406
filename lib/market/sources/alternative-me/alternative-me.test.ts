import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson, providerFixtures } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createAlternativeMeSource } from "./client"
import { FearGreedAnswer } from "./schema"

const EXAMPLE = "lib/market/sources/alternative-me/fixtures/fng_limit2.json"

test("the documented answer becomes days, oldest first", async () => {
  const { http, requests } = createFakeProvider(() => ({ body: fixtureJson(EXAMPLE) }))
  const series = await createAlternativeMeSource({ http }).fearGreed()
  expect(series).toEqual({
    points: [
      { atMs: 1_777_161_600_000, index: 33, label: "Fear" },
      { atMs: 1_777_248_000_000, index: 47, label: "Neutral" },
    ],
    asOfMs: 1_777_248_000_000,
    droppedRows: 0,
  })
  expect(requests[0]?.url).toContain("limit=31")
})

test.each([
  [{ name: "x", data: [], metadata: { error: "database is away" } }, "network"],
  [{ data: [], metadata: { error: null } }, "stale"],
  [{ data: [{ value: "101", value_classification: "Greed", timestamp: "1777248000" }] }, "schema"],
])("the answer %j is a source error of kind %s", async (body, kind) => {
  const { http } = createFakeProvider(() => ({ body }))
  await expect(createAlternativeMeSource({ http }).fearGreed()).rejects.toMatchObject({ kind })
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http) => createAlternativeMeSource({ http }).fearGreed())
})

test("every fixture parses", () => {
  for (const path of providerFixtures("alternative-me", /^fng/)) {
    expect(FearGreedAnswer.parse(fixtureJson(path)).data.rows.length).toBeGreaterThan(0)
  }
})
