import { expect, test } from "vitest"
import type { Contract } from "@/lib/api/contract"
import { defiRecommendContract } from "@/lib/api/defi-recommend"
import { dexAlphaContract } from "@/lib/api/dex-alpha"
import { geoAlertContract } from "@/lib/api/geo-alert"
import { geoEventsContract } from "@/lib/api/geo-events"
import { recordCallsContract } from "@/lib/api/record-calls"
import { riskContract } from "@/lib/api/risk"
import { signalContract } from "@/lib/api/signal"
import { parseRequestParams } from "./request-params"

function ask(contract: Contract, query = "", path: Readonly<Record<string, string>> = {}) {
  return () => parseRequestParams(contract, path, new URLSearchParams(query))
}

test("a coin in lower case is served under its canonical URL", () => {
  expect(ask(signalContract, "", { coin: "btc" })()).toMatchObject({ params: { coin: "BTC" }, url: "/api/signal/BTC" })
})

test.each([
  ["a word that it does not have", signalContract, "", { coin: "doge" }, "coin: must be BTC, ETH or SOL"],
  ["nothing", recordCallsContract, "", {}, "coin: is required"],
  ["too little", riskContract, "capital=99", { coin: "BTC" }, "capital: must be at least 100"],
  ["too much", defiRecommendContract, "capital=10000001", {}, "capital: must be at most 10000000"],
  ["a part", geoAlertContract, "hours=1.5", {}, "hours: must be a whole number"],
  ["no time", geoEventsContract, "since=2026-11-20", {}, "since: must be a time in UTC, such as 2026-11-20T12:00:00Z"],
  ["two", geoAlertContract, "hours=1&hours=2", {}, "hours: given more than once"],
  ["less than nothing", dexAlphaContract, "min_age_h=-1", {}, "min_age_h: must be at least 0"],
] as const)("a parameter that is given %s is refused by name", (_, contract, query, path, words) => {
  expect(ask(contract, query, path)).toThrow(words)
})
