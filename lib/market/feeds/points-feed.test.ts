import { expect, test } from "vitest"
import { z } from "zod"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { createSandboxFeedPorts } from "@/tools/testing/feeds/sandbox"
import { createPointsFeed } from "./points-feed"

const NOW_MS = Date.UTC(2026, 10, 20, 12)
const at = (hours: number, value: number) => ({ atMs: NOW_MS + hours * HOUR_MS, value })

async function heldOf(points: readonly ReturnType<typeof at>[]) {
  const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS, faults: "" })
  const feed = createPointsFeed(ports, {
    name: "test",
    sources: [
      {
        name: "one",
        license: "attribution",
        read: () => Promise.resolve({ points, asOfMs: points.at(-1)?.atMs ?? 0 }),
      },
    ],
    point: z.object({ atMs: z.number(), value: z.number().positive() }),
    maxAgeMs: 3 * HOUR_MS,
    minIntervalMs: 0,
    keepMs: DAY_MS,
  })
  return feed.read()
}

test.each([
  ["far ahead of time", at(24 * 365, 9)],
  ["an hour ahead of time", at(1, 9)],
  ["not possible", at(0, 0)],
])("a newest point that is %s is left out, and the content is as old as the one before", async (_, newest) => {
  expect(await heldOf([at(-2, 5), newest])).toMatchObject({ value: [at(-2, 5)], asOfMs: NOW_MS - 2 * HOUR_MS })
})

test("a series whose possible points are too old is unavailable", async () => {
  expect(await heldOf([at(-4, 5), at(0, 0)])).toBeNull()
  expect(await heldOf([at(0, 0)])).toBeNull()
})
