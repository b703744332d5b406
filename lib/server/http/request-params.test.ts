import { expect, test } from "vitest"
import type { Contract } from "@/lib/api/contract"
import { defiRecommendContract } from "@/lib/endpoints/defi-recommend/contract"
import { dexAlphaContract } from "@/lib/endpoints/dex-alpha/contract"
import { geoAlertContract } from "@/lib/endpoints/geo-alert/contract"
import { geoEventsContract } from "@/lib/endpoints/geo-events/contract"
import { recordCallsContract } from "@/lib/endpoints/record-calls/contract"
import { riskContract } from "@/lib/endpoints/risk/contract"
import { signalContract } from "@/lib/endpoints/signal/contract"
import { parseRequestParams } from "./request-params"

function ask(contract: Contract, query = "", path: Readonly<Record<string, string>> = {}) {
  return () => parseRequestParams(contract, path, new URLSearchParams(query))
}

test("a coin in lower case is served under its canonical URL", () => {
  expect(ask(signalContract, "", { coin: "btc" })()).toMatchObject({ params: { coin: "BTC" }, url: "/api/signal/BTC" })
})

test.each([
  ["as an unknown coin", signalContract, "", { coin: "doge" }, "coin: must be BTC, ETH or SOL"],
  ["without a value", recordCallsContract, "", {}, "coin: is required"],
  ["below its minimum", riskContract, "capital=99", { coin: "BTC" }, "capital: must be at least 100"],
  ["above its maximum", defiRecommendContract, "capital=10000001", {}, "capital: must be at most 10000000"],
  ["as a fraction", geoAlertContract, "hours=1.5", {}, "hours: must be a whole number"],
  [
    "as a date without a time",
    geoEventsContract,
    "since=2026-11-20",
    {},
    "since: must be a time in UTC, such as 2026-11-20T12:00:00Z",
  ],
  ["twice", geoAlertContract, "hours=1&hours=2", {}, "hours: given more than once"],
  ["below zero", dexAlphaContract, "min_age_h=-1", {}, "min_age_h: must be at least 0"],
] as const)("a parameter given %s is refused with its name", (_, contract, query, path, words) => {
  expect(ask(contract, query, path)).toThrow(words)
})
