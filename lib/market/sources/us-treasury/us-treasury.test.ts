import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureText } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createUsTreasurySource } from "./client"

const FILE = fixtureText("lib/market/sources/us-treasury/fixtures/daily_treasury_yield_curve_shape.csv")
const NOVEMBER = { fromMs: Date.UTC(2026, 10, 19), toMs: Date.UTC(2026, 10, 21) }

test("yields of the maturity are percent, oldest day first", async () => {
  const { points } = await createUsTreasurySource(createFakeProvider(() => ({ body: FILE }))).daily("10 Yr", NOVEMBER)
  expect(points).toEqual([
    { atMs: Date.UTC(2026, 10, 19), value: 4.33 },
    { atMs: Date.UTC(2026, 10, 20), value: 4.31 },
  ])
})

test("a range over the turn of the year reads both files", async () => {
  const provider = createFakeProvider(() => ({ body: FILE }))
  const range = { fromMs: Date.UTC(2025, 11, 1), toMs: Date.UTC(2026, 0, 5) }
  await createUsTreasurySource(provider).daily("3 Mo", range)
  expect(provider.requests.map(({ url }) => /csv\/(\d+)/.exec(url)?.[1])).toEqual(["2025", "2026"])
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http) => createUsTreasurySource({ http }).daily("10 Yr", NOVEMBER))
})
