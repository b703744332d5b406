import { expect, test } from "vitest"
import { createSandboxFetch } from "@/lib/sandbox/market/sandbox-fetch"
import { tokensAt } from "@/lib/sandbox/market/series/tokens"
import { testMarket as market } from "@/tools/testing/feeds/test-market"
import { fixtureJson } from "@/tools/testing/feeds/fixtures"
import { shapeDifferences, trimmed } from "./answer-shapes"
import { DOCUMENTED_ANSWERS } from "./documented-answers"

const NOW_MS = Date.UTC(2026, 10, 20, 17, 7)
const ask = createSandboxFetch({ market, clock: () => NOW_MS })

test.each(DOCUMENTED_ANSWERS)("the sandbox answers $example in the documented shape", async (documented) => {
  const { example, body, fixture, unread } = documented
  // A token younger than an hour has partial facts at GoPlus.
  const known = tokensAt(market, NOW_MS - 3_600_000)
  const token = known.find(({ chain }) => chain === "base")
  const solana = known.find(({ chain, isRugPull }) => chain === "solana" && !isRugPull)
  const url = example
    .replace(/IsHoneypot$/, `$&?address=${token?.address}&chainID=8453`)
    .replace(/contract_addresses=$/, `$&${token?.address}`)
    .replace("SOLANA", solana?.address ?? "")
  const response = await ask(url, body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
  expect(response.status).toBe(200)
  const differences = shapeDifferences(await response.json(), fixtureJson(`lib/market/sources/${fixture}`))
  expect(differences.filter((each) => unread === undefined || !unread.test(each))).toEqual([])
  const { host, pathname } = new URL(example)
  expect(documented.request.test(host + pathname)).toBe(true)
})

test.each([
  [{ a: 1 }, { a: "1" }, ["$.a: number instead of numeric text"]],
  [{ a: 1 }, { b: 1 }, ["$.b: missing"]],
  [[["1", "2"]], [["1", "2", "3"]], ["$[]: 2 columns", "$[][2]: undefined instead of numeric text"]],
  [
    [{ date: "2026-01-02" }, { date: "2026-01-01" }],
    [{ date: "2026-01-01" }, { date: "2026-01-02" }],
    ["$: rows in the other order"],
  ],
  [{ a: null, more: 1 }, { a: 1 }, []],
  [[{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: null }], ["$[].a: never null"]],
  [
    { [`0x${"1".repeat(40)}`]: { tax: 1 } },
    { [`0x${"2".repeat(40)}`]: { tax: "1" } },
    ["$.0x.tax: number instead of numeric text"],
  ],
])("the differences of %j from %j are %j", (answer, documented, differences) => {
  expect(shapeDifferences(answer, documented).slice(0, 1)).toEqual(differences.slice(0, 1))
})

test("a recorded answer is trimmed to few rows and short texts", () => {
  expect(trimmed({ rows: Array.from({ length: 40 }, (_, row) => [row, "x".repeat(999)]) })).toEqual({
    rows: [0, 1, 2].map((row) => [row, "x".repeat(300)]),
  })
})
