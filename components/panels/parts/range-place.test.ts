import { expect, test } from "vitest"
import type { PlotCandle } from "@/components/charts/candle-plot"
import { exitOf, rangePlace } from "./range-place"

const range = { low: 100, high: 110 }
const candle = (openMs: number, low: number, high: number): PlotCandle => ({
  openMs,
  open: low,
  close: high,
  low,
  high,
  volume: 1,
})

test("a price inside a range has its distance to the nearer edge, one outside its distance beyond it", () => {
  expect(rangePlace(range, 108)).toBe("inside, 1.9% to the edge")
  expect(rangePlace(range, 101)).toBe("inside, 1.0% to the edge")
  expect(rangePlace(range, 110)).toBe("inside, 0.0% to the edge")
  expect(rangePlace(range, 111)).toBe("0.9% above")
  expect(rangePlace(range, 99)).toBe("1.0% below")
  expect(rangePlace(range, 1_000_000)).toBe("far above")
  expect(rangePlace(range, 1)).toBe("far below")
})

test("a range is left by the first candle of its span that reaches beyond an edge", () => {
  const span = { ...range, fromMs: 10, untilMs: 40 }
  const inside = candle(10, 101, 109)
  expect(exitOf(span, [candle(0, 90, 120), inside, candle(40, 90, 120)], 10)).toBeNull()
  expect(exitOf(span, [inside, candle(20, 99, 105), candle(30, 100, 120)], 10)).toEqual({ atMs: 25, price: 100 })
  expect(exitOf(span, [candle(30, 101, 111)], 10)).toEqual({ atMs: 35, price: 110 })
})
