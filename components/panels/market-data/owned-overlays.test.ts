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
    { atMs: Date.parse(example.decided_at ?? "") + DAY_MS, ...example.now?.range80_24h },
    { atMs: Date.parse(example.decided_at ?? "") + 7 * DAY_MS, ...example.now?.range80_7d },
  ])
})

test("a level that the price has passed is marked, and an older answer has the odds of its close", () => {
  const { example } = signalContract
  const stop = { ...example.now?.stop_loss, passed: true, p_touch_24h: 1, p_touch_7d: 1 }
  const passed = signalOverlays({ ...example, now: { ...example.now, stop_loss: stop } })
  expect(passed?.levels[0]).toMatchObject({ name: "Stop", note: "passed" })
  const old = signalOverlays({ ...example, now: undefined })
  expect(old?.levels[0]?.note).toMatch(/^<?\d+% in 7d$/)
  expect(old?.cones[0]).toMatchObject(example.outlook.range80_24h)
})

test("a signal without a plan has ranges and no levels", () => {
  const { now } = signalContract.example
  const noPlan = { ...signalContract.example, levels: undefined, level_odds: undefined }
  const overlays = signalOverlays({ ...noPlan, now: { ...now, stop_loss: undefined, take_profits: undefined } })
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
