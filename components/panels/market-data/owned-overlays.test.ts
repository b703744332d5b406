import { expect, test } from "vitest"
import { riskContract } from "@/lib/api/risk"
import { signalContract } from "@/lib/api/signal"
import { DAY_MS } from "@/lib/domain/utc-day"
import { riskLevels, signalOverlays } from "./owned-overlays"

test("an owned signal adds its levels with their odds and both ranges", () => {
  const { example } = signalContract
  const overlays = signalOverlays(example)
  const madeAtMs = Date.parse(example.timestamp)
  expect(overlays?.madeAtMs).toBe(madeAtMs)
  expect(overlays?.levels.map(({ name }) => name)).toEqual(["Stop", "Entry", "Target 1", "Target 2", "Target 3"])
  expect(overlays?.levels[0]?.note).toMatch(/^<?\d+% in 7d$/)
  expect(overlays?.levels[1]?.note, "an entry has no odds").toBeUndefined()
  expect(overlays?.cones).toEqual([
    { atMs: madeAtMs + DAY_MS, ...example.outlook.range80_24h },
    { atMs: madeAtMs + 7 * DAY_MS, ...example.outlook.range80_7d },
  ])
})

test("a signal without a plan has ranges and no levels", () => {
  const overlays = signalOverlays({ ...signalContract.example, levels: undefined, level_odds: undefined })
  expect(overlays?.levels).toEqual([])
  expect(overlays?.cones).toHaveLength(2)
})

test("an owned risk plan adds the nearest support and resistance", () => {
  const { barriers } = riskContract.example
  expect(riskLevels(riskContract.example)).toMatchObject([
    { name: "Support", tone: "support", price: barriers.supports[0]?.price },
    { name: "Resistance", tone: "resistance", price: barriers.resistances[0]?.price },
  ])
})

test("answers of another format add no overlay", () => {
  expect([signalOverlays({ odd: 1 }), signalOverlays(null), riskLevels({ odd: 1 })]).toEqual([null, null, []])
})
