import fc from "fast-check"
import { expect, test } from "vitest"
import { timesIn } from "@/lib/client/format/time"
import { midnights, roundValues, shareOf } from "./scale"

const price = fc.double({ min: 0.0001, max: 1e7, noNaN: true })
/** From a millionth of the price to ten times the price. */
const width = fc.double({ min: 1e-6, max: 10, noNaN: true })
const instant = fc.integer({ min: 0, max: Date.UTC(2100, 0) })
const most = fc.integer({ min: 1, max: 12 })

test("an axis has round tick values", () => {
  expect(roundValues(91_200, 98_700, 4)).toEqual([92_000, 94_000, 96_000, 98_000])
  expect(roundValues(0.38, 0.52, 4).map((value) => value.toFixed(2))).toEqual(["0.40", "0.45", "0.50"])
  expect(roundValues(5, 5, 4)).toEqual([])
})

test("tick values are on the axis, in order, and at most the maximum count", () => {
  fc.assert(
    fc.property(price, width, most, (low, width, most) => {
      const high = low * (1 + width)
      const found = roundValues(low, high, most)
      expect(found.length).toBeLessThanOrEqual(most)
      expect(found).toEqual(found.toSorted((x, y) => x - y))
      for (const value of found) {
        expect(shareOf(value, low, high)).toBeGreaterThanOrEqual(-1e-6)
        expect(shareOf(value, low, high)).toBeLessThanOrEqual(100 + 1e-6)
      }
    }),
  )
})

test.each([
  ["America/New_York", 5],
  ["Asia/Kolkata", -5.5],
  ["Pacific/Auckland", -13],
])("a day in %s begins at local midnight", (zone, hour) => {
  const [fromMs, toMs] = [Date.UTC(2026, 10, 10, 6), Date.UTC(2026, 10, 16, 6)]
  const { midnight, day } = timesIn(zone)
  const found = midnights(fromMs, toMs, { most: 7, midnight })
  expect(found).toHaveLength(6)
  for (const atMs of found) expect((atMs / 3_600_000 - hour) % 24).toBe(0)
  expect(found.map(day), "each under its own name").toEqual(
    expect.arrayContaining(["12 Nov", "13 Nov", "14 Nov", "15 Nov"]),
  )
})

test("midnights are within the span, at most the maximum count", () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 90 * 86_400_000 }), most, (fromMs, lengthMs, most) => {
      const found = midnights(fromMs, fromMs + lengthMs, { most, midnight: timesIn("UTC").midnight })
      expect(found.length).toBeLessThanOrEqual(most)
      for (const atMs of found) {
        expect(new Date(atMs).toISOString()).toMatch(/T00:00:00\.000Z$/)
        expect(atMs).toBeGreaterThanOrEqual(fromMs)
        expect(atMs).toBeLessThanOrEqual(fromMs + lengthMs)
      }
    }),
  )
})
