import { expect, test } from "vitest"
import { remedyOf } from "./remedy"
import { exitCodeOf } from "./unsold-endpoints"

test.each([
  ["coingecko", "rate_limited: 429", "COINGECKO_API_KEY"],
  ["okx", "geo_block: refused", "us.okx.com"],
  ["cboe", "network: failed", "follow redirects"],
  ["fred", "timeout: 8 s", "User-Agent"],
  ["yahoo", "rate_limited: 429", "clouds"],
  ["bls", "network: 403", "CONTACT"],
  ["kraken", "schema: other form", "--record"],
  ["kraken", "fewer than 24 rows", "again later"],
])("a red line of %s (%s) names its remedy (%s)", (provider, says, part) => {
  expect(remedyOf({ probe: { provider }, outcome: { says } })).toContain(part)
})

test("a provider that the profile leaves out names SOURCES_LICENSED", () => {
  expect(remedyOf({ probe: { provider: "defillama" }, outcome: null })).toContain("defillama to SOURCES_LICENSED")
})

const answer = (provider: string, what: string, isUsable: boolean | null) => ({
  probe: { provider, what },
  outcome: isUsable === null ? null : { isUsable },
})

test("the exit code is 0 if all is usable, 1 if every product is still sold, 2 if one is not", () => {
  const prices = [answer("kraken", "price BTC", true), answer("okx", "price BTC", true)]
  expect(exitCodeOf(prices, 0)).toBe(0)
  expect(exitCodeOf([answer("kraken", "price BTC", false), answer("okx", "price BTC", true)], 0)).toBe(1)
  expect(exitCodeOf([answer("kraken", "price BTC", false), answer("okx", "price BTC", false)], 0)).toBe(2)
  expect(exitCodeOf([...prices, answer("defillama", "pools", null)], 0)).toBe(0)
})
