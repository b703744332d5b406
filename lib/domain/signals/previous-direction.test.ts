import { expect, test } from "vitest"
import { DAY_MS } from "@/lib/domain/utc-day"
import { intervalMs } from "@/lib/domain/market/candle"
import { previousDirectionAt } from "./previous-direction"

const CLOSE_MS = Date.UTC(2026, 10, 20, 16)
const decided = (agoMs: number) => ({ decisionTimeMs: CLOSE_MS - agoMs, direction: "LONG" as const })

test("the previous direction is that of the close directly before, and of no other", () => {
  expect(previousDirectionAt(decided(intervalMs["4h"]), CLOSE_MS)).toBe("LONG")
  expect(previousDirectionAt(null, CLOSE_MS)).toBeNull()
  for (const agoMs of [2 * intervalMs["4h"], DAY_MS, 70 * DAY_MS]) {
    expect(previousDirectionAt(decided(agoMs), CLOSE_MS), `${agoMs} ms ago`).toBeNull()
  }
})

test("a direction of the same or a later close is not used", () => {
  for (const agoMs of [0, -intervalMs["4h"]]) expect(previousDirectionAt(decided(agoMs), CLOSE_MS)).toBeNull()
})
