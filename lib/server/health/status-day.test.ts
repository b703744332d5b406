import { expect, test } from "vitest"
import { statusContract } from "@/lib/endpoints/status/contract"
import type { HealthSample, HealthSamples } from "@/lib/store/health-samples"
import { createStatusDay } from "@/lib/server/health/status-day"

const MINUTE_MS = 60_000
const NOON_MS = Date.UTC(2026, 10, 20, 12)
const NOW_MS = NOON_MS + 7 * MINUTE_MS

/** Samples in memory. `read` counts how often the samples of a day are read. */
function createMemory(noted: HealthSample[]) {
  const memory = { isBroken: false, read: 0 }
  const samples: HealthSamples = {
    add: async (added) => void noted.push(...added),
    async newestMs(name, nowMs) {
      if (memory.isBroken) throw new Error("unreachable")
      return noted.findLast((sample) => sample.name === name && sample.atMs <= nowMs)?.atMs ?? null
    },
    async firstMs() {
      return new Map(noted.toReversed().map(({ name, atMs }) => [name, atMs]))
    },
    async since(fromMs, nowMs) {
      memory.read += 1
      return noted.filter(({ atMs }) => atMs >= fromMs && atMs <= nowMs)
    },
    notOk: async (nowMs) => noted.filter(({ status, atMs }) => status !== "ok" && atMs <= nowMs),
  }
  return { memory, samples }
}

const sample = (minutes: number, status: HealthSample["status"], name = "store"): HealthSample => {
  return { atMs: NOON_MS + minutes * MINUTE_MS, name, status }
}

test("a bucket has the status of its worst sample, and ok_share is relative to the samples that were due", async () => {
  const { samples } = createMemory([
    sample(-25 * 60, "down"),
    sample(-20, "ok"),
    sample(-15, "ok"),
    sample(-10, "degraded"),
    sample(-5, "down"),
    sample(0, "ok"),
  ])
  const status = await createStatusDay(samples, 5 * MINUTE_MS)([{ name: "store", status: "ok" }], NOW_MS)
  expect(statusContract.response.parse(status)).toEqual({
    from: "2026-11-19T12:15:00.000Z",
    to: "2026-11-20T12:15:00.000Z",
    bucket_s: 900,
    parts: [
      {
        name: "store",
        status: "ok",
        ok_share: 3 / 286,
        buckets: [
          { from: "2026-11-20T11:30:00.000Z", status: "ok" },
          { from: "2026-11-20T11:45:00.000Z", status: "down" },
          { from: "2026-11-20T12:00:00.000Z", status: "ok" },
        ],
      },
    ],
    incidents: [
      { part: "store", status: "down", from: "2026-11-20T11:50:00.000Z", to: "2026-11-20T12:00:00.000Z" },
      { part: "store", status: "down", from: "2026-11-19T11:00:00.000Z", to: "2026-11-19T11:05:00.000Z" },
    ],
  })
})

/** A sample every five minutes from one time to another, in minutes from noon. */
const samplesFrom = (fromMinute: number, toMinute: number, name = "store") =>
  Array.from({ length: (toMinute - fromMinute) / 5 }, (_, index) => sample(fromMinute + 5 * index, "ok", name))

const HOUR = 60

test.each([
  ["every sample of the day is stored except the next one", samplesFrom(-30 * HOUR, 5), 1],
  [
    "the process was off for twelve hours and runs again",
    [...samplesFrom(-30 * HOUR, -12 * HOUR), ...samplesFrom(0, 5)],
    142 / 286,
  ],
  ["the process was off for twelve hours and has just started", samplesFrom(-30 * HOUR, -12 * HOUR), 141 / 286],
  ["only the day before has samples", samplesFrom(-30 * HOUR, -24 * HOUR), 0],
  ["no sample was due before the first start", samplesFrom(-2 * HOUR, 5), 1],
  [
    "half of the samples since the first start are missing",
    [...samplesFrom(-2 * HOUR, -HOUR), sample(0, "ok")],
    13 / 25,
  ],
])("ok_share counts a missing sample as not ok: %s", async (_, noted, share) => {
  const { samples } = createMemory(noted)
  const { parts } = await createStatusDay(samples, 5 * MINUTE_MS)([{ name: "store", status: "ok" }], NOW_MS)
  expect(parts[0]?.ok_share).toBeCloseTo(share, 12)
})

test("ok_share of a new part starts at the first sample of the part", async () => {
  const { samples } = createMemory([...samplesFrom(-30 * HOUR, 5), ...samplesFrom(-HOUR, 5, "vix")])
  const { parts } = await createStatusDay(samples, 5 * MINUTE_MS)([{ name: "vix", status: "ok" }], NOW_MS)
  expect(parts[0]?.ok_share).toBe(1)
})

test("a part without stored samples has its current status and no buckets", async () => {
  const { samples } = createMemory([sample(0, "ok")])
  const { parts } = await createStatusDay(samples, 5 * MINUTE_MS)([{ name: "news", status: "degraded" }], NOW_MS)
  expect(parts).toEqual([{ name: "news", status: "degraded", ok_share: 0, buckets: [] }])
})

test("the day is computed again only after a new sample or when a new 15-minute bucket begins", async () => {
  const { samples, memory } = createMemory([sample(0, "ok")])
  const day = createStatusDay(samples, 5 * MINUTE_MS)
  const now = (status: HealthSample["status"]) => [{ name: "store", status }]
  for (let asked = 0; asked < 5; asked++) await day(now("ok"), NOW_MS + asked)
  expect(memory.read).toBe(1)
  expect((await day(now("down"), NOW_MS)).parts[0]?.status, "the current status is not cached").toBe("down")
  await samples.add([sample(5, "down")])
  expect((await day(now("ok"), NOW_MS)).parts[0]).toMatchObject({ ok_share: 0.5 })
  expect(memory.read).toBe(2)
  expect((await day(now("ok"), NOW_MS + 15 * MINUTE_MS)).to).toBe("2026-11-20T12:30:00.000Z")
  expect(memory.read).toBe(3)
})

test("while the store is unreachable, the last computed day is returned with the current status", async () => {
  const { samples, memory } = createMemory([sample(0, "ok")])
  const [day, fresh] = [createStatusDay(samples, 5 * MINUTE_MS), createStatusDay(samples, 5 * MINUTE_MS)]
  await day([{ name: "store", status: "ok" }], NOW_MS)
  memory.isBroken = true
  const down = [{ name: "store", status: "down" as const }]
  expect((await day(down, NOW_MS)).parts[0]).toMatchObject({ status: "down", ok_share: 1 })
  expect((await fresh(down, NOW_MS)).parts[0]).toMatchObject({ status: "down", ok_share: 0, buckets: [] })
})
