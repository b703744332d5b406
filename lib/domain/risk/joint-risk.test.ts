import fc from "fast-check"
import { expect, test } from "vitest"
import { seededRandom } from "@/lib/domain/statistics/random"
import { DAY_MS } from "@/lib/domain/utc-day"
import { columnsOf } from "@/lib/domain/market/columns"
import { correlationOf, jointRisk, riskBeside, riskWithin } from "./joint-risk"

const risk = fc.double({ min: 0.05, max: 10, noNaN: true })
const correlation = fc.double({ min: -1, max: 1, noNaN: true })

test("riskBeside() matches a hand calculation", () => {
  // 0.82 · 0.5 = 0.41 is shared: √(0.41² + 1²) − 0.41 = 0.6708.
  expect(riskBeside(1, "long", [{ side: "long", riskPct: 0.5, correlation: 0.82 }])).toBeCloseTo(0.6708, 4)
  expect(riskBeside(1, "short", [{ side: "long", riskPct: 0.5, correlation: 0.82 }])).toBe(1)
  expect(riskBeside(1, "long", [])).toBe(1)
})

test("a plan adds to the variance at most what an independent plan would add, and never more than its own risk", () => {
  fc.assert(
    fc.property(risk, risk, correlation, fc.constantFrom("long", "short"), (held, asked, rho, side) => {
      const own = riskBeside(asked, "long", [{ side, riskPct: held, correlation: rho }])
      expect(own).toBeGreaterThan(0)
      expect(own).toBeLessThanOrEqual(asked)
      const positions = [
        { side, riskPct: held },
        { side: "long" as const, riskPct: own },
      ]
      const joint = jointRisk(positions, () => rho)
      expect(joint ** 2).toBeLessThanOrEqual(held ** 2 + asked ** 2 + 1e-9)
      expect(joint).toBeLessThanOrEqual(held + own + 1e-9)
    }),
  )
})

test("riskWithin() matches a hand calculation", () => {
  const beside = (side: "long" | "short", heldPct: number) =>
    riskWithin(2, "long", { held: [{ side, riskPct: heldPct, correlation: 0.8 }], heldPct })
  // Shared 0.8: √(0.8² + 2² − 1²) − 0.8 = 1.1079.
  expect(beside("long", 1)).toBeCloseTo(1.1079, 4)
  expect(beside("short", 1)).toBeCloseTo(2.7079, 4)
  expect(beside("long", 3), "the open positions are beyond the limit").toBe(0)
  expect(beside("short", 3), "a plan against them may be as large as leaves them at 3: 2 · 0.8 · 3").toBeCloseTo(4.8, 9)
  expect(riskWithin(2, "long", { held: [], heldPct: 0 })).toBe(2)
})

test("with riskWithin() the joint risk is the limit, or that of the open positions where it is higher", () => {
  fc.assert(
    fc.property(risk, risk, correlation, fc.constantFrom("long", "short"), (heldPct, limit, rho, side) => {
      const own = riskWithin(limit, "long", { held: [{ side, riskPct: heldPct, correlation: rho }], heldPct })
      expect(own).toBeGreaterThanOrEqual(0)
      const positions = [
        { side, riskPct: heldPct },
        { side: "long" as const, riskPct: own },
      ]
      expect(jointRisk(positions, () => rho)).toBeLessThanOrEqual(Math.max(limit, heldPct) + 1e-9)
    }),
  )
})

test("correlationOf() uses the days of both coins, and is unknown with fewer than 60", () => {
  const random = seededRandom(5)
  const common = Array.from({ length: 200 }, () => random() - 0.5)
  const days = (own: number, from: number) => {
    let price = 100
    const candles = common.slice(from).map((shared, i) => {
      price *= Math.exp(0.02 * shared + own * 0.02 * (random() - 0.5))
      const prices = { openUsd: price, highUsd: price, lowUsd: price, closeUsd: price }
      return { openTimeMs: (from + i) * DAY_MS, ...prices, volumeBase: 1, takerBuyVolumeBase: null }
    })
    return columnsOf(candles)
  }
  expect(correlationOf(days(0, 0), days(0, 100))).toEqual({ value: expect.closeTo(1, 9), days: 99 })
  // Own moves of half the size leave a correlation of 1/√1.25 = 0.894.
  expect(Math.abs((correlationOf(days(0, 0), days(0.5, 0))?.value ?? 0) - 0.894)).toBeLessThan(0.04)
  expect(correlationOf(days(0, 0), days(0, 145))).toBeNull()
})
