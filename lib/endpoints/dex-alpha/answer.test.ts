import { expect, test } from "vitest"
import { dexAlphaContract } from "./contract"
import { nowMs, pair, scan, security } from "@/tools/testing/domain/dex/tokens"
import type { TokenScan, TokenScanFeed } from "@/lib/domain/dex/token-scan"
import { getDexAlpha } from "./answer"

const defaults = dexAlphaContract.queryParams.parse({})

function deps(value: TokenScan | null) {
  const tokens: TokenScanFeed = {
    read: async () => value && { value, asOfMs: nowMs - 55_000, fetchedAtMs: nowMs, source: "dexscreener" },
  }
  return { tokens, nowMs, mode: "live" } as const
}

const sweep = scan(
  [pair("a"), pair("b", { liquidityUsd: 5000 }), pair("c", { liquidityUsd: 500_000, volumeH24Usd: 750_000 })],
  {
    boosts: [{ chain: "base", address: "c", amount: 30 }],
    security: [security("a")],
  },
)

test("the answer matches the contract, with the best score first", async () => {
  const answer = await getDexAlpha(defaults, deps(sweep))
  expect(dexAlphaContract.response.parse(answer)).toEqual(answer)
  expect(answer.tokens.map(({ rank, symbol, boosted, verdict }) => [rank, symbol, boosted, verdict])).toEqual([
    [1, "A", false, "WATCH"],
    [2, "C", true, "NOT_CHECKED"],
  ])
  expect(answer.counts).toMatchObject({ boosted_seen: 1, scored: 3, returned: 2, excluded: { low_liquidity: 1 } })
})

test("parameters narrow the list", async () => {
  const unpaid = await getDexAlpha({ ...defaults, include_boosted: "false" }, deps(sweep))
  expect(unpaid.tokens.map(({ symbol }) => symbol)).toEqual(["A"])
  const flagged = await getDexAlpha({ ...defaults, exclude_flags: "PAID_BOOST", limit: 1 }, deps(sweep))
  expect(flagged.counts).toMatchObject({ returned: 1, excluded: { flag: 1 } })
})

test("without tokens the answer is unavailable, and a missing list is named", async () => {
  for (const value of [null, scan([]), { ...sweep, missing: ["boosts", "trending"] } satisfies TokenScan]) {
    await expect(getDexAlpha(defaults, deps(value))).rejects.toThrow("cannot be scanned")
  }
  const { meta } = await getDexAlpha(defaults, deps({ ...sweep, missing: ["boosts"] }))
  expect(meta.degraded).toEqual(["The list of boosts cannot be read: paid advertising may go unmarked."])
})

test.each([
  ["exclude_flags", "SAFE"],
  ["verdict", "BUY"],
  ["limit", "51"],
  ["chain", "Base!"],
  ["chain", "8453"],
  ["chain", "eth"],
  ["include_boosted", "yes"],
  ["min_age_h", "-1"],
])("%s=%s is refused with the parameter's name", (name, value) => {
  expect(dexAlphaContract.queryParams.safeParse({ [name]: value }).error?.issues[0]?.path).toEqual([name])
})

test("parameters that exclude every token are refused with a reason", () => {
  for (const verdict of ["WATCH", "CAUTION", "AVOID", "NOT_CHECKED"])
    expect(dexAlphaContract.queryParams.parse({ verdict })).toMatchObject({ verdict })
  const { error: other } = dexAlphaContract.queryParams.safeParse({ chain: "avax" })
  expect(other?.issues[0]?.message).toBe("must be avalanche, as DexScreener names it")
  for (const chain of ["newchain", "world-chain", "sei_evm"]) {
    expect(dexAlphaContract.queryParams.parse({ chain }).chain, "as answers name it").toBe(chain)
  }
  const crossed = dexAlphaContract.queryParams.safeParse({ min_age_h: "20", max_age_h: "10" })
  expect(crossed.error?.issues[0]?.path).toEqual(["max_age_h"])
})

test("the example's score is the sum of its components minus its penalties", () => {
  for (const { score, components, penalties } of dexAlphaContract.example.tokens) {
    const earned = Object.values(components).reduce((total, points) => total + points, 0)
    expect(earned - penalties.reduce((total, { points }) => total + points, 0)).toBeCloseTo(score, 6)
  }
})
