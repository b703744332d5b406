import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { MIN_VISIBLE_CANDLES, newestView, panned, type PlotView, viewAfterKey, zoomed } from "./plot-view"

const total = 200
const defaultCount = 60
const view = newestView(defaultCount, total)
const after = (key: string, shiftKey = false, from: PlotView = view) =>
  viewAfterKey({ key, shiftKey }, from, { total, defaultCount })

describe("the visible candles", () => {
  test("end with the newest candle", () => {
    expect(view).toEqual({ count: 60, end: 200 })
    expect(newestView(60, 30)).toEqual({ count: 30, end: 30 })
  })

  test("pan within the known candles", () => {
    expect(panned(view, -15, total)).toEqual({ count: 60, end: 185 })
    expect(panned(view, -1_000, total)).toEqual({ count: 60, end: 60 })
    expect(panned(view, 15, total)).toEqual(view)
  })

  test("zoom around their middle, and stay at the newest candle", () => {
    expect(zoomed(view, "in", total)).toEqual({ count: 40, end: 200 })
    expect(zoomed({ count: 60, end: 150 }, "in", total)).toEqual({ count: 40, end: 140 })
    expect(zoomed({ count: 60, end: 60 }, "out", total)).toEqual({ count: 90, end: 90 })
    expect(zoomed({ count: 180, end: 200 }, "out", total).count).toBe(total)
    expect(zoomed({ count: MIN_VISIBLE_CANDLES, end: 200 }, "in", total).count).toBe(MIN_VISIBLE_CANDLES)
  })

  test("move by keyboard", () => {
    expect(after("+")?.count).toBe(40)
    expect(after("-")?.count).toBe(90)
    expect(after("ArrowLeft", true)).toEqual({ count: 60, end: 185 })
    expect(after("ArrowRight", true, { count: 60, end: 100 })).toEqual({ count: 60, end: 115 })
    expect(after("0", false, { count: 20, end: 40 })).toEqual(view)
    expect([after("ArrowLeft"), after("Tab"), after("a")]).toEqual([null, null, null])
  })

  test("stay within the known candles", () => {
    const step = fc.record({ key: fc.constantFrom("+", "-", "0", "ArrowLeft", "ArrowRight"), shiftKey: fc.boolean() })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.array(step), (known, steps) => {
        let at = newestView(defaultCount, known)
        for (const key of steps) at = viewAfterKey(key, at, { total: known, defaultCount }) ?? at
        expect(at.count).toBeGreaterThanOrEqual(1)
        expect(at.end).toBeLessThanOrEqual(known)
        expect(at.end - at.count).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
