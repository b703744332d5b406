import fc from "fast-check"
import { expect, test } from "vitest"
import { isSourceError } from "@/lib/outbound/errors"
import { createFakeProvider, type FakeAnswer } from "@/tools/testing/feeds/fake-provider"
import { fixtureText } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createBlsSource } from "./client"
import { readCalendar } from "./to-entries"

const FILE = fixtureText("lib/market/sources/bls/fixtures/bls_shape.ics")

function bls(answer: FakeAnswer, nowMs = Date.UTC(2026, 9, 14)) {
  const provider = createFakeProvider(() => answer, { startMs: nowMs })
  return createBlsSource({ http: provider.http, clock: provider.time.clock })
}

test("local times are New York's, times with Z are UTC, dates have no time, and folded lines are joined", async () => {
  const { entries, untilMs } = await bls({ body: FILE }).calendar()
  expect(entries).toEqual([
    entry("Consumer Price Index for September 2026", { date: "2026-10-14", time: "08:30" }),
    entry("Employment Situation", { date: "2026-11-06", time: "08:30" }),
    entry("Job Openings and Labor Turnover Survey", { atMs: Date.UTC(2026, 10, 12, 15) }),
    entry("Producer Price Index", { date: "2026-11-13", time: null }),
  ])
  expect(untilMs, "the end of the last day").toBe(Date.UTC(2026, 10, 14, 4, 59))
})

function entry(title: string, when: object) {
  return { title, source: "bls", when, impact: null }
}

test.each([
  [{ status: 403, body: "Access Denied" }, "auth"],
  [{ body: "<html>Automated retrieval programs are blocked</html>" }, "upstream_text_error"],
  [{ body: FILE.slice(0, 200) }, "schema"],
  [{ body: `${FILE}${FILE}` }, "schema"],
  [{ body: FILE.replaceAll("DTSTART", "DTSTAMP") }, "schema"],
] as const)("the answer %j is a source error of kind %s", async (answer, kind) => {
  await expect(bls(answer).calendar()).rejects.toMatchObject({ kind })
})

test("last year's file is stale", async () => {
  await expect(bls({ body: FILE }, Date.UTC(2027, 0, 1)).calendar()).rejects.toMatchObject({ kind: "stale" })
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http, clock) => createBlsSource({ http, clock }).calendar())
})

test("a damaged calendar is parsed or refused with a source error", () => {
  const damage = fc.tuple(fc.nat(FILE.length), fc.nat(12), fc.string({ maxLength: 12 }))
  fc.assert(
    fc.property(damage, ([at, length, text]) => {
      try {
        readCalendar(FILE.slice(0, at) + text + FILE.slice(at + length), "www.bls.gov")
      } catch (error) {
        expect(isSourceError(error)).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})
