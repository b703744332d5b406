import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createCoinPaprikaSource } from "./client"

function global(body: unknown, status = 200) {
  return createCoinPaprikaSource(createFakeProvider(() => ({ status, body }))).global()
}

test("the market's total has the provider's time and no share of ether", async () => {
  expect(await global(fixtureJson("lib/market/sources/coinpaprika/fixtures/global_shape.json"))).toEqual({
    value: {
      btcPct: 58.2,
      ethPct: null,
      marketCapUsd: 3_000_000_000_000,
      volume24hUsd: 95_000_000_000,
      marketCapChange24hPct: -1.2,
    },
    asOfMs: Date.UTC(2026, 10, 20, 12),
  })
})

test.each([
  [402, "Payment Required", "auth"],
  [429, "Too Many Requests", "rate_limited"],
  [200, { market_cap_usd: 1 }, "schema"],
])("status %i with %j is a source error of kind %s", async (status, body, kind) => {
  await expect(global(body, status)).rejects.toMatchObject({ kind })
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http) => createCoinPaprikaSource({ http }).global())
})
