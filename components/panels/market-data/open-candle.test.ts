import { expect, test } from "vitest"
import { openCandle } from "./open-candle"

const last = { endMs: 100, close: 50 }

test("the open candle begins at the last close and covers the closed hours and the prices seen", () => {
  const hour = { openMs: 100, open: 50, high: 56, low: 49, close: 52, volume: 3 }
  expect(openCandle(last, [hour], [51, 48, 53])).toEqual({
    openMs: 100,
    open: 50,
    high: 56,
    low: 48,
    close: 53,
    volume: 3,
  })
  expect(openCandle(last, [], [])).toMatchObject({ high: 50, low: 50, close: 50 })
})
