import { expect, test } from "vitest"
import type { HealthSample } from "@/lib/store/health-samples"
import { incidentsOf } from "@/lib/health/incidents"

const STEP_MS = 5 * 60_000
const watch = { stepMs: STEP_MS, newestMs: 100 * STEP_MS }

function bad(part: string, steps: readonly number[], status: HealthSample["status"] = "degraded"): HealthSample[] {
  return steps.map((step) => ({ atMs: step * STEP_MS, name: part, status }))
}

test("a part that was weak for a quarter of an hour is an incident, for a shorter time it is none", () => {
  expect(incidentsOf(bad("candles", [10, 11, 12]), watch)).toEqual([
    { part: "candles", status: "degraded", fromMs: 10 * STEP_MS, toMs: 13 * STEP_MS },
  ])
  expect(incidentsOf(bad("candles", [10, 11]), watch)).toEqual([])
})

test("a part that was down once is an incident, with the worst state as its state", () => {
  const samples = [...bad("store", [20]), ...bad("store", [21], "down")]
  expect(incidentsOf(samples, watch)).toEqual([
    { part: "store", status: "down", fromMs: 20 * STEP_MS, toMs: 22 * STEP_MS },
  ])
})

test("one good sample does not end an incident, two do", () => {
  expect(incidentsOf(bad("news", [1, 2, 4], "down"), watch)).toHaveLength(1)
  expect(incidentsOf(bad("news", [1, 2, 5], "down"), watch).map(({ fromMs }) => fromMs / STEP_MS)).toEqual([5, 1])
})

test("what was bad at the newest moment goes on", () => {
  expect(incidentsOf(bad("chain", [99, 100], "down"), watch)[0]?.toMs).toBeNull()
  expect(incidentsOf(bad("chain", [98, 99], "down"), watch)[0]?.toMs).toBe(100 * STEP_MS)
})

test("parts have incidents of their own, and the newest incident comes first", () => {
  const samples = [...bad("news", [1], "down"), ...bad("chain", [2], "down")]
  expect(incidentsOf(samples, watch).map(({ part }) => part)).toEqual(["chain", "news"])
})
