import { expect, test } from "vitest"
import type { HealthSample } from "@/lib/store/health-samples"
import { incidentsOf } from "@/lib/server/health/incidents"

const STEP_MS = 5 * 60_000
const watch = { stepMs: STEP_MS, newestMs: 100 * STEP_MS }

function bad(part: string, steps: readonly number[], status: HealthSample["status"] = "degraded"): HealthSample[] {
  return steps.map((step) => ({ atMs: step * STEP_MS, name: part, status }))
}

test("a degradation of 15 minutes is an incident, and a shorter one is not", () => {
  expect(incidentsOf(bad("candles", [10, 11, 12]), watch)).toEqual([
    { part: "candles", status: "degraded", fromMs: 10 * STEP_MS, toMs: 13 * STEP_MS },
  ])
  expect(incidentsOf(bad("candles", [10, 11]), watch)).toEqual([])
})

test("one sample with status down is an incident, and an incident has its worst status", () => {
  const samples = [...bad("store", [20]), ...bad("store", [21], "down")]
  expect(incidentsOf(samples, watch)).toEqual([
    { part: "store", status: "down", fromMs: 20 * STEP_MS, toMs: 22 * STEP_MS },
  ])
})

test("two good samples in a row end an incident, and one does not", () => {
  expect(incidentsOf(bad("news", [1, 2, 4], "down"), watch)).toHaveLength(1)
  expect(incidentsOf(bad("news", [1, 2, 5], "down"), watch).map(({ fromMs }) => fromMs / STEP_MS)).toEqual([5, 1])
})

test("an incident that includes the newest sample has no end", () => {
  expect(incidentsOf(bad("chain", [99, 100], "down"), watch)[0]?.toMs).toBeNull()
  expect(incidentsOf(bad("chain", [98, 99], "down"), watch)[0]?.toMs).toBe(100 * STEP_MS)
})

test("each part has its own incidents, and the newest incident comes first", () => {
  const samples = [...bad("news", [1], "down"), ...bad("chain", [2], "down")]
  expect(incidentsOf(samples, watch).map(({ part }) => part)).toEqual(["chain", "news"])
})
