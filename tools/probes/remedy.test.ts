import { expect, test } from "vitest"
import { excludedLines, remedyLines, remedyOf } from "./remedy"
import { exitCodeOf } from "./unsold-endpoints"

test.each([
  ["coingecko", "rate_limited: 429", "COINGECKO_API_KEY"],
  ["okx", "geo_block: refused", "us.okx.com"],
  ["cboe", "network: failed", "follow redirects"],
  ["fred", "timeout: 8 s", "User-Agent"],
  ["yahoo", "rate_limited: 429", "clouds"],
  ["bls", "network: 403", "CONTACT"],
  ["kraken", "schema: other form", "--record"],
  ["sosovalue", "auth: refused", "SOSOVALUE_API_KEY"],
  ["bybit", "auth: Status 403", "another network"],
  ["okx", "auth: Status 403", "us.okx.com"],
  ["kraken", "fewer than 24 rows", "again later"],
])("a red line of %s (%s) names its remedy (%s)", (provider, says, part) => {
  expect(remedyOf({ probe: { provider }, outcome: { says } }, true)).toContain(part)
})

test("a provider's red lines with one remedy are one line, and those that the profile leaves out are named once", () => {
  const html = { isUsable: false, says: "upstream_text_error: a page" }
  const answers = [
    { probe: { provider: "kraken", what: "price BTC" }, outcome: html },
    { probe: { provider: "kraken", what: "price ETH" }, outcome: { ...html, says: "upstream_text_error: no request" } },
    { probe: { provider: "kraken", what: "gold" }, outcome: { isUsable: true, says: "" } },
    { probe: { provider: "defillama", what: "pools" }, outcome: null },
    { probe: { provider: "defillama", what: "hacks" }, outcome: null },
    { probe: { provider: "kraken", what: "oil" }, outcome: null },
  ]
  expect(remedyLines(answers)).toEqual([
    "  kraken (price BTC, price ETH): upstream_text_error: a page\n    → a page came instead of data, mostly of a bot check: run from another address, or with --record to report it",
  ])
  expect(excludedLines(answers)).toEqual([expect.stringMatching(/: defillama, kraken \(oil\)\n.*SOURCES_LICENSED/)])
  expect(excludedLines(answers.slice(0, 3))).toEqual([])
})

test("a refused provider is left to the next one only where another one of the profile answered", () => {
  const refused = {
    probe: { provider: "geckoterminal", what: "trending" },
    outcome: { isUsable: false, says: "geo_block: 451" },
  }
  const pairs = { provider: "dexscreener", what: "pairs" }
  const lineWith = (outcome: { readonly says: string; readonly isUsable: boolean } | null) =>
    remedyLines([refused, { probe: pairs, outcome }]).join()
  expect(lineWith({ isUsable: true, says: "" })).toContain("leave the provider to the next one")
  for (const outcome of [null, { isUsable: false, says: "network: failed" }]) {
    expect(lineWith(outcome)).not.toContain("next one")
    expect(lineWith(outcome)).toContain("no other provider of this profile answered the same")
  }
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
