import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson, providerFixtures } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createDefiLlamaSource } from "./client"
import { StablecoinChartAnswer } from "./schema"

const DAY_S = 86_400

function defiLlama(body: unknown, status = 200) {
  return createDefiLlamaSource(createFakeProvider(() => ({ status, body })))
}

test("the documented chart is read as dollar supply by day", async () => {
  const answer = fixtureJson("lib/market/sources/defillama/fixtures/stablecoincharts_shape.json")
  const points = [{ atMs: Date.UTC(2024, 1, 15), supplyUsd: 88_365_136 }]
  expect(await defiLlama(answer).stablecoinDays()).toEqual({ points, asOfMs: Date.UTC(2024, 1, 15), droppedRows: 0 })
})

test("days without dollars are skipped, and amounts can be text", async () => {
  const body = [
    { date: String(DAY_S), totalCirculating: { peggedUSD: "2000000000", peggedEUR: 5e9 } },
    { date: 2 * DAY_S, totalCirculating: { peggedEUR: 5e9 } },
    { date: 3 * DAY_S, totalCirculating: {} },
    { date: 4 * DAY_S, totalCirculating: { peggedUSD: 3e9 } },
  ]
  expect(await defiLlama(body).stablecoinDays()).toMatchObject({
    points: [
      { atMs: DAY_S * 1000, supplyUsd: 2e9 },
      { atMs: 4 * DAY_S * 1000, supplyUsd: 3e9 },
    ],
    asOfMs: 4 * DAY_S * 1000,
  })
})

test.each([
  [[], 200, "stale"],
  [{ peggedAssets: [] }, 200, "schema"],
  ["error code: 522", 522, "network"],
])("the answer %j with status %i is a source error of kind %s", async (body, status, kind) => {
  await expect(defiLlama(body, status).stablecoinDays()).rejects.toMatchObject({ kind })
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http) => createDefiLlamaSource({ http }).stablecoinDays())
})

test("every chart fixture parses", () => {
  for (const path of providerFixtures("defillama", /^stablecoincharts_/)) {
    expect(StablecoinChartAnswer.parse(fixtureJson(path)).rows.length).toBeGreaterThan(0)
  }
})
