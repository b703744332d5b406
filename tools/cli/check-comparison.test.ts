import { expect, test } from "vitest"
import { volatilityPair } from "@/lib/domain/track-record/volatility-pair"
import { groupBy } from "@/lib/domain/group-by"
import type { SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import { isoTime } from "@/lib/domain/utc-day"
import { sealedHistory } from "@/tools/testing/record/sealed-history"
import { describeComparison } from "./check-comparison"
import { findLateQuotes } from "./find-late-quotes"
import type { ExportedRecord } from "./fetch-record"

const OWN = { sigma24h: 0.0294, sigma7d: 0.0778 }

function exported(impliedFactor: number): readonly ExportedRecord[] {
  const { records, outcomes } = sealedHistory({
    days: 60,
    seed: 3,
    change: (facts) => {
      const [sigma24h, sigma7d] = [impliedFactor * OWN.sigma24h, impliedFactor * OWN.sigma7d]
      const implied = { source: "deribit", asOfMs: facts.decisionTimeMs, sigma24h, sigma7d }
      const compared = volatilityPair(facts.priceUsd, OWN, implied)
      return compared === null ? facts : { ...facts, compared }
    },
  })
  const byId = new Map(groupBy(outcomes, ({ id }) => id).map((same) => [same[0].id, same]))
  return records.map(({ facts, nonce, commitment, prevHash, hash }) => ({
    id: facts.id,
    coin: facts.coin,
    decided_at: isoTime(facts.decisionTimeMs),
    commitment,
    prev_hash: prevHash,
    hash,
    facts: { ...facts },
    nonce,
    outcomes: (byId.get(facts.id) ?? []).map(({ horizon, entryPriceUsd, exitPriceUsd, exitTimeMs, source }) => ({
      horizon,
      entry_price: entryPriceUsd,
      exit_price: exitPriceUsd,
      exit_time: isoTime(exitTimeMs),
      source,
    })),
  })) as unknown as readonly ExportedRecord[]
}

const allOf = (records: readonly ExportedRecord[]) => ({
  sameCalls: new Map(records.map(({ id, facts }) => [id, facts as unknown as SealedFacts])),
  rightPrices: new Set(records.flatMap(({ id, outcomes }) => outcomes.map(({ horizon }) => `${id} ${horizon}`))),
})

test("a verifier reads who was better, with the interval, and options that win are named", () => {
  const dear = exported(1.7)
  expect(describeComparison(dear, allOf(dear))[0]).toMatch(
    /^24h, 80% ranges: ours held in .* calls; .*our forecast was better/,
  )
  const exact = exported(1)
  expect(describeComparison(exact, allOf(exact))[0]).toContain("neither is better for certain")
  const thin = exported(0.5)
  const [day = ""] = describeComparison(thin, allOf(thin))
  expect(day).toMatch(/QLIKE of options less ours \d+\.\d{3} \[/)
})

test("options from after the close, or from long before it, are found; the verdict names whose word it rests on", () => {
  const [record] = exported(1)
  const withOptionsAt = (shiftMs: number) => {
    const facts = structuredClone(record?.facts) as unknown as SealedFacts
    const options = { ...facts.compared?.options, asOfMs: facts.decisionTimeMs + shiftMs }
    return [{ id: facts.id, facts: { ...facts, compared: { ...facts.compared, options } } }]
  }
  expect([0, -60_000].flatMap((shiftMs) => findLateQuotes(withOptionsAt(shiftMs)))).toEqual([])
  expect(findLateQuotes(withOptionsAt(3_600_000))).toEqual([
    expect.stringContaining("not in the half hour before its close"),
  ])
  expect(findLateQuotes(withOptionsAt(-1_800_000))).toHaveLength(1)
  const records = exported(1.7)
  expect(describeComparison(records, allOf(records)).at(-1)).toContain("rests on the operator's word for the quotes")
})

test("quotes of prediction markets from after the close are found", () => {
  const at = (shiftMs: number) => [
    { id: "x", facts: { decisionTimeMs: 86_400_000, markets: { asOfMs: 86_400_000 + shiftMs } } as never },
  ]
  expect([0, -60_000, -29 * 60_000].flatMap((shiftMs) => findLateQuotes(at(shiftMs)))).toEqual([])
  expect([1, -1_800_000].flatMap((shiftMs) => findLateQuotes(at(shiftMs)))).toEqual([
    expect.stringContaining("its prediction markets are of 1970-01-02T00:00:00.001Z"),
    expect.stringContaining("not in the half hour before its close"),
  ])
})

test("calls that were not made again, or whose prices were not checked, do not count", () => {
  const records = exported(1.7)
  expect(describeComparison(records, { ...allOf(records), sameCalls: new Map() })).toEqual([])
  expect(describeComparison(records, { ...allOf(records), rightPrices: new Set() })).toEqual([])
})
