import fc from "fast-check"
import { expect, test } from "vitest"
import { COINS } from "@/lib/domain/market/coin"
import { sealedFacts, HISTORY_START_MS } from "@/tools/testing/record/sealed-history"
import { evidenceOf, statusOf } from "./evidence"
import { HORIZONS, type CallWithOutcome } from "./outcome"

const measured = { id: "", horizon: "24h", entryPriceUsd: 1, exitPriceUsd: 1, exitTimeMs: 0, source: "" } as const
const facts = COINS.map((coin) => sealedFacts({ coin, decisionTimeMs: HISTORY_START_MS }))

function callsOf(n: number, coins: number): readonly CallWithOutcome[] {
  return Array.from({ length: n }, (_, index) => ({
    facts: facts[index % coins] ?? sealedFacts({ coin: "BTC", decisionTimeMs: HISTORY_START_MS }),
    measured,
    side: 1,
    outcome: "LOSS",
    marketReturn: 0,
    netReturn: 0,
  }))
}

test("450 daily calls on three coins have an effective size of 30, which is enough to be shown", () => {
  expect(evidenceOf(callsOf(450, 3), "24h")).toEqual({ n: 450, nEffective: 30, status: "preliminary" })
  expect(evidenceOf(callsOf(449, 3), "24h").status).toBe("insufficient_data")
})

test("the published effective size is the compared number", () => {
  fc.assert(
    fc.property(fc.nat(2_000), fc.constantFrom(1, 2, 3), fc.constantFrom(...HORIZONS), (n, coins, horizon) => {
      const { nEffective, status } = evidenceOf(callsOf(n, coins), horizon)
      expect(status).toBe(statusOf(Number(nEffective.toFixed(6))))
    }),
  )
})
