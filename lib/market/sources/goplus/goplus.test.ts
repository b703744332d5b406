import fc from "fast-check"
import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson } from "@/tools/testing/feeds/fixtures"
import { mutatedJson } from "@/tools/testing/feeds/mutations"
import { createGoPlusSource } from "./client"
import { TokenSecurityAnswer } from "./schema"

const NOW = Date.UTC(2026, 10, 20, 12)
const ANSWER = fixtureJson("lib/market/sources/goplus/fixtures/token_security_shape.json")
const TOKEN = { chain: "ethereum", address: "0x00000000000000000000000000000000000000AA" }

function goPlus(answer: Parameters<typeof createFakeProvider>[0]) {
  const provider = createFakeProvider(answer, { startMs: NOW })
  return { ...provider, source: createGoPlusSource({ http: provider.http, clock: provider.time.clock }) }
}

test("taxes, owner rights, locked liquidity and holders are read in percent", async () => {
  const { source, requests } = goPlus(() => ({ body: ANSWER }))
  expect(await source.security([TOKEN, { chain: "solana", address: "So1" }])).toEqual({
    isWhole: true,
    checks: [
      {
        ...TOKEN,
        provider: "GoPlus",
        checkedAtMs: NOW,
        honeypot: false,
        buyTaxPct: 1,
        sellTaxPct: 2,
        mintable: false,
        freezable: false,
        hiddenOwner: false,
        proxy: false,
        lpLockedPct: 95,
        top10Pct: 10,
        creatorPct: 2,
        honeypotSameCreator: false,
      },
    ],
  })
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(["/api/v1/token_security/1"])
})

test("missing fields are unknown, and unknown tokens are absent", async () => {
  const body = { code: 1, message: "OK", result: { [TOKEN.address.toLowerCase()]: { buy_tax: "", is_proxy: "1" } } }
  const { checks } = await goPlus(() => ({ body })).source.security([TOKEN])
  expect(checks[0]).toMatchObject({ buyTaxPct: null, honeypot: null, proxy: true, lpLockedPct: null, freezable: null })
  const none = { code: 1, message: "OK", result: {} }
  expect((await goPlus(() => ({ body: none })).source.security([TOKEN])).checks).toEqual([])
})

test("a chain that cannot be read loses only its own tokens", async () => {
  const { source } = goPlus(({ url }) =>
    url.includes("/56?") ? { body: { code: 4029, message: "limit" } } : { body: ANSWER },
  )
  const { checks, isWhole } = await source.security([TOKEN, { chain: "bsc", address: "0x1" }])
  expect([checks.length, isWhole]).toEqual([1, false])
})

test("a mutated answer is parsed or refused with a source error", () => {
  fc.assert(
    fc.property(mutatedJson(ANSWER), (answer) => {
      expect(() => TokenSecurityAnswer.safeParse(answer)).not.toThrow()
    }),
    { numRuns: 200 },
  )
})
