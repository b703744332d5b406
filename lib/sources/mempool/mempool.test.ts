import { expect, test } from "vitest"
import { createFakeProvider } from "@/lib/testing/feeds/fake-provider"
import { fixtureJson } from "@/lib/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/lib/testing/feeds/malformed"
import { createMempoolSource } from "./client"
import { DifficultyAnswer } from "./schema"
import { toEntry } from "./to-entry"

const SHAPE = DifficultyAnswer.parse(fixtureJson("lib/sources/mempool/fixtures/difficulty-adjustment_shape.json"))
const AT = Date.UTC(2026, 10, 25, 12)

function mempool(body: unknown, nowMs = Date.UTC(2026, 10, 20)) {
  const provider = createFakeProvider(() => ({ body }), { startMs: nowMs })
  return createMempoolSource({ http: provider.http, clock: provider.time.clock }).calendar()
}

test("the next adjustment is an event with the expected change and the one before", async () => {
  const { entries, untilMs } = await mempool(SHAPE)
  expect(entries).toEqual([
    {
      title: "Bitcoin difficulty adjustment",
      source: "mempool",
      when: { atMs: AT },
      impact: null,
      figures: { forecast: "+2.35%", previous: "-1.50%" },
    },
  ])
  expect(untilMs, "until the one after it nothing else happens").toBeGreaterThan(AT)
})

test("seconds, as documented, and milliseconds, as sent, are the same instant", () => {
  expect(toEntry({ ...SHAPE, estimatedRetargetDate: AT / 1000 }).when.atMs).toBe(AT)
})

test("an adjustment that is over makes the answer stale", async () => {
  await expect(mempool(SHAPE, AT + 1)).rejects.toMatchObject({ kind: "stale" })
})

test.each([[{}], [{ ...SHAPE, difficultyChange: "2.3" }]])("%j is refused", async (body) => {
  await expect(mempool(body)).rejects.toMatchObject({ kind: "schema" })
})

test("no answer makes the adapter throw anything but source errors", async () => {
  await expectOnlySourceErrors((http, clock) => createMempoolSource({ http, clock }).calendar())
})
