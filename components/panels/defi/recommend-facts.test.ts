import { expect, test } from "vitest"
import { defiRecommendContract } from "@/lib/api/defi-recommend"
import { exitText, gasText, limitsOf, spreadOf } from "./recommend-facts"

const answer = defiRecommendContract.response.parse(defiRecommendContract.example)

test("every limit of the profile is told, with its figure", () => {
  const limits = limitsOf(answer)
  expect(limits).toHaveLength(Object.keys(answer.constraints).length)
  expect(limits).toContainEqual(["In one protocol, at most", "40%"])
  expect(limits).toContainEqual(["Locked in a pool, at least", "$50M"])
  expect(limits).toContainEqual(["Impermanent loss", "none"])
  const loose = { ...answer.constraints, max_reward_share_pct: null, min_protocol_age_days: null }
  expect(limitsOf({ constraints: loose }).filter(([, value]) => value === "any")).toHaveLength(2)
})

test("the spread and the other profiles stand beside each other", () => {
  expect(spreadOf(answer)).toContainEqual(["Protocols", "1, the largest with 40%"])
  expect(spreadOf(answer)).toContainEqual(["Aggressive profile", "9.97%"])
})

test("gas is told with the fee at which nothing is left, or not at all", () => {
  expect(gasText(answer)).toContain("2 transactions on Ethereum: a fee above $6.49 each")
  expect(gasText({ gas: null })).toBe("")
})

test("leaving a pool names its lockup and the part of the pool that leaves", () => {
  const exit = { lockup_days: null, tvl_usd: 1e9, size_vs_tvl_pct: 0.0003 }
  expect(exitText(exit)).toEqual({ lock: "no lock-up stated", size: "under 0.01% of the pool" })
  expect(exitText({ ...exit, lockup_days: 7, size_vs_tvl_pct: 1.234 })).toEqual({
    lock: "7 days locked",
    size: "1.23% of the pool",
  })
})
