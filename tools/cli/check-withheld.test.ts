import { describe, expect, test } from "vitest"
import type { MeasuredOutcome } from "@/lib/domain/track-record/outcome"
import type { SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import { DAY_MS } from "@/lib/domain/utc-day"
import type { MaySell } from "@/lib/usecases/sealed-rights"
import { HISTORY_START_MS } from "@/tools/testing/record/sealed-history"
import { honestService, relinked, type VerifiedService, verifyTampered } from "./verified-service"

const honest = honestService()
const SWITCH_MS = HISTORY_START_MS + 4 * DAY_MS
const notOkx: MaySell = ({ source }) => source !== "okx"

/** The same calls, those that `isOfOkx` chooses with another provider. */
function withOkx(isOfOkx: (facts: SealedFacts) => boolean): VerifiedService {
  const chosen = new Set(honest.records.flatMap(({ facts }) => (isOfOkx(facts) ? [facts.id] : [])))
  const sourceOf = (id: string) => (chosen.has(id) ? "okx" : "binance")
  const records = relinked(honest.records, (facts) => ({
    ...facts,
    source: sourceOf(facts.id),
    inputs: facts.inputs.map((input) => ({ ...input, source: sourceOf(facts.id) })),
  }))
  const outcomes = honest.outcomes.map((one): MeasuredOutcome => ({ ...one, source: sourceOf(one.id) }))
  return { ...honest, records, outcomes, onChain: [], listed: [], maySell: notOkx }
}

describe("a service that withholds what the terms of a provider forbid", () => {
  test("verifies, and the command says how much it could not check", async () => {
    const { text } = await verifyTampered(withOkx(({ decisionTimeMs }) => decisionTimeMs < SWITCH_MS))
    expect(text).not.toContain("✕")
    expect(text).toContain("72 are withheld because of the terms of their sources: hashes and links alone.")
    expect(text).toContain("Not checked: 72 of 162 calls are withheld because of the terms of okx.")
  })

  test("has no document, nonce or outcome of these calls, whose links still hold", async () => {
    const { text } = await verifyTampered({ ...withOkx(() => true) })
    expect(text).toContain("162 records hold, 0 of them revealed.")
    expect(text).not.toMatch(/calls won/)
  })

  test("fails when losers alone are withheld", async () => {
    const every = (n: number) => withOkx(({ decisionTimeMs }) => (decisionTimeMs / DAY_MS) % n < 0.2)
    const { valid, text } = await verifyTampered(every(2))
    expect(valid).toBe(false)
    expect(text).toMatch(/Calls on BTC are withheld in \d places between others/)
  })

  test("verifies when each midnight is withheld because of what was sealed beside it, and fails when single ones are", async () => {
    const withMarkets = (isSealed: (day: number) => boolean): VerifiedService => {
      const records = relinked(honest.records, (facts) => {
        const day = (facts.decisionTimeMs - HISTORY_START_MS) / DAY_MS
        const markets = { source: "kalshi", asOfMs: facts.decisionTimeMs, questions: [] }
        return Number.isInteger(day) && isSealed(day) ? { ...facts, markets } : facts
      })
      return { ...honest, records, onChain: [], listed: [], maySell: ({ source }) => source !== "kalshi" }
    }
    const { text } = await verifyTampered(withMarkets((day) => day < 7))
    expect(text).not.toContain("✕")
    expect(text).toContain("21 of 162 calls are withheld because of the terms of kalshi.")
    const some = await verifyTampered(withMarkets((day) => day % 2 === 0))
    expect(some.valid).toBe(false)
    expect(some.text).toContain("Calls on BTC are withheld in 5 places between others")
  })

  test("fails when it names a provider of which it publishes other calls", async () => {
    const isShown: MaySell = (from) => !("id" in from && String(from.id).startsWith("ETH"))
    const { valid, text } = await verifyTampered({ ...honest, maySell: isShown })
    expect(valid).toBe(false)
    expect(text).toContain("it is withheld because of binance, of which other calls are published")
  })
})
