import { expect, test } from "vitest"
import { createFakeProvider } from "@/lib/testing/feed-fake-provider"
import { fixtureJson, packFixtures } from "@/lib/testing/feed-fixtures"
import { expectOnlySourceErrors } from "@/lib/testing/feed-malformed"
import { createSosoValueSource } from "./client"
import { SummaryAnswer } from "./schema"

const FIXTURES = "lib/sources/sosovalue/fixtures"

function answering(name: string, status = 200) {
  const provider = createFakeProvider(() => ({ status, body: fixtureJson(`${FIXTURES}/${name}.json`) }))
  return { ...provider, source: createSosoValueSource({ http: provider.http, apiKey: "my-secret-key" }) }
}

test("totals become millions, oldest day first, and the key travels in its header", async () => {
  const { source, requests } = answering("etfs_summary-history_shape")
  const { points, asOfMs } = await source.etfTotals("BTC")
  expect(points).toHaveLength(3)
  expect(points.at(-1)).toEqual({ atMs: asOfMs, totalUsdM: -250.0000005 })
  expect(asOfMs).toBe(Date.UTC(2026, 6, 31))
  expect(requests[0]?.headers.get("x-soso-api-key")).toBe("my-secret-key")
  expect(requests[0]?.url).not.toContain("my-secret-key")
})

test("a day on which a fund is pending is not final, and the pending fund has no value", async () => {
  expect(await answering("v2_currentEtfDataMetrics_shape").source.latestEtfFlows("BTC")).toEqual({
    atMs: Date.UTC(2026, 6, 31),
    totalUsdM: expect.closeTo(-122.65664, 6),
    usdMByFund: { IBIT: expect.closeTo(-122.65664, 6), FBTC: null },
    isFinal: false,
  })
})

test.each([200, 401])("a bad key with status %i is an auth error", async (status) => {
  const { source } = answering("error_400101_bad_key", status)
  await expect(source.etfTotals("BTC")).rejects.toMatchObject({ kind: "auth" })
  await expect(source.latestEtfFlows("ETH")).rejects.toMatchObject({ kind: "auth" })
})

test("no answer makes the adapter throw anything but source errors", async () => {
  await expectOnlySourceErrors((http) => createSosoValueSource({ http, apiKey: "k" }).etfTotals("SOL"))
  await expectOnlySourceErrors((http) => createSosoValueSource({ http, apiKey: "k" }).latestEtfFlows("SOL"))
})

test("every recorded summary of the pack parses", () => {
  for (const path of packFixtures("sosovalue", /^etfs_summary/)) {
    expect(SummaryAnswer.parse(fixtureJson(path)).data.droppedRows).toBe(0)
  }
})
