import { expect, test } from "vitest"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createMempoolSource } from "./client"
import { DifficultyAnswer } from "./schema"
import { toEntry } from "./to-entry"

const SHAPE = DifficultyAnswer.parse(
  fixtureJson("lib/market/sources/mempool/fixtures/difficulty-adjustment_shape.json"),
)
const AT = Date.UTC(2026, 10, 25, 12)

function mempool(body: unknown, nowMs = Date.UTC(2026, 10, 20)) {
  const provider = createFakeProvider(() => ({ body }), { startMs: nowMs })
  return createMempoolSource({ http: provider.http, clock: provider.time.clock }).calendar()
}

test("the next difficulty adjustment is an event with the expected and the previous change", async () => {
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

test("times in seconds, as documented, and in milliseconds, as sent, are read equally", () => {
  expect(toEntry({ ...SHAPE, estimatedRetargetDate: AT / 1000 }).when.atMs).toBe(AT)
})

test("an adjustment in the past makes the answer stale", async () => {
  await expect(mempool(SHAPE, AT + 1)).rejects.toMatchObject({ kind: "stale" })
})

test.each([[{}], [{ ...SHAPE, difficultyChange: "2.3" }]])("the answer %j is refused", async (body) => {
  await expect(mempool(body)).rejects.toMatchObject({ kind: "schema" })
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http, clock) => createMempoolSource({ http, clock }).calendar())
})
