import { expect, test } from "vitest"
import { defiRecommendContract } from "@/lib/endpoints/defi-recommend/contract"
import { exitText, gasText, limitsOf, spreadOf } from "./recommend-facts"

const answer = defiRecommendContract.response.parse(defiRecommendContract.example)

test("every profile limit is listed with its value", () => {
  const limits = limitsOf(answer)
  expect(limits).toHaveLength(Object.keys(answer.constraints).length)
  expect(limits).toContainEqual(["In one protocol, at most", "40%"])
  expect(limits).toContainEqual(["Locked in a pool, at least", "$50M"])
  expect(limits).toContainEqual(["Impermanent loss", "none"])
  const unlimited = { ...answer.constraints, max_reward_share_pct: null, min_protocol_age_days: null }
  expect(limitsOf({ constraints: unlimited }).filter(([, value]) => value === "any")).toHaveLength(2)
})

test("diversification and the other profiles are listed together", () => {
  expect(spreadOf(answer)).toContainEqual(["Protocols", "1, the largest with 40%"])
  expect(spreadOf(answer)).toContainEqual(["Aggressive profile", "9.97%"])
})

test("gas shows the fee that consumes the whole yield, or no text", () => {
  expect(gasText(answer)).toContain("2 transactions on Ethereum: a fee above $6.49 each")
  expect(gasText({ gas: null })).toBe("")
})

test("exit terms show the lock-up and the share of the pool", () => {
  const exit = { lockup_days: null, tvl_usd: 1e9, size_vs_tvl_pct: 0.0003 }
  expect(exitText(exit)).toEqual({ lock: "no lock-up stated", size: "under 0.01% of the pool" })
  expect(exitText({ ...exit, lockup_days: 7, size_vs_tvl_pct: 1.234 })).toEqual({
    lock: "7 days locked",
    size: "1.23% of the pool",
  })
})
