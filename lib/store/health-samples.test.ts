import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { databases, type TestDatabase } from "@/tools/testing/databases/databases"
import { createHealthSamples } from "./health-samples"

const DAY_MS = 86_400_000
const NOW_MS = 10 * DAY_MS

describe.each(databases)("health samples on $name", ({ open }) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  test("an empty store has no samples", async () => {
    const samples = createHealthSamples(database.store)
    await samples.add([])
    expect([await samples.newestMs("store", NOW_MS), await samples.since(0, NOW_MS), await samples.firstMs()]).toEqual([
      null,
      [],
      new Map(),
    ])
  })

  test("samples are read oldest first, and each time is stored once for all processes", async () => {
    const [samples, other] = [createHealthSamples(database.store), createHealthSamples(await database.another())]
    await samples.add([{ atMs: 2 * DAY_MS, name: "store", status: "ok" }])
    await other.add([{ atMs: 2 * DAY_MS, name: "store", status: "down" }])
    await other.add([{ atMs: DAY_MS, name: "store", status: "degraded" }])
    expect(await samples.since(DAY_MS, NOW_MS)).toEqual([
      { atMs: DAY_MS, name: "store", status: "degraded" },
      { atMs: 2 * DAY_MS, name: "store", status: "ok" },
    ])
    expect(await samples.since(DAY_MS + 1, NOW_MS)).toHaveLength(1)
    expect([await samples.newestMs("store", NOW_MS), await samples.newestMs("chain", NOW_MS)]).toEqual([
      2 * DAY_MS,
      null,
    ])
  })

  test("notOk() lists only the samples that were not ok, oldest first", async () => {
    const samples = createHealthSamples(database.store)
    for (const [day, status] of [
      [3, "down"],
      [2, "ok"],
      [1, "degraded"],
    ] as const) {
      await samples.add([{ atMs: day * DAY_MS, name: "store", status }])
    }
    expect((await samples.notOk(NOW_MS)).map(({ atMs, status }) => [atMs / DAY_MS, status])).toEqual([
      [1, "degraded"],
      [3, "down"],
    ])
  })

  test("samples from before the clock was set back are not read", async () => {
    const samples = createHealthSamples(database.store)
    for (const day of [1, 3]) await samples.add([{ atMs: day * DAY_MS, name: "store", status: "down" }])
    const nowMs = 2 * DAY_MS
    expect(await samples.newestMs("store", nowMs)).toBe(DAY_MS)
    expect((await samples.since(0, nowMs)).map(({ atMs }) => atMs)).toEqual([DAY_MS])
    expect((await samples.notOk(nowMs)).map(({ atMs }) => atMs)).toEqual([DAY_MS])
  })

  test("samples older than a week are deleted", async () => {
    const samples = createHealthSamples(database.store)
    for (const day of [1, 2, 9]) await samples.add([{ atMs: day * DAY_MS, name: "vix", status: "ok" }])
    await samples.add([{ atMs: 9 * DAY_MS, name: "chain", status: "ok" }])
    expect((await samples.since(0, NOW_MS)).map(({ atMs }) => atMs / DAY_MS)).toEqual([2, 9, 9])
    const firstMs = await samples.firstMs()
    expect([firstMs.get("vix"), firstMs.get("chain")]).toEqual([2 * DAY_MS, 9 * DAY_MS])
  })
})
