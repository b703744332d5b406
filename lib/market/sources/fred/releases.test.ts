import { expect, test } from "vitest"
import { createFakeProvider, type FakeAnswer } from "@/tools/testing/feeds/fake-provider"
import { fixtureJson, providerFixtures } from "@/tools/testing/feeds/fixtures"
import { expectOnlySourceErrors } from "@/tools/testing/feeds/malformed"
import { createFredReleases, ReleasesAnswer, toFredEntries } from "./releases"

const FIXTURES = "lib/market/sources/fred/fixtures"

function fred(answer: FakeAnswer) {
  const provider = createFakeProvider(() => answer, { startMs: Date.UTC(2026, 9, 12) })
  const source = createFredReleases({ http: provider.http, clock: provider.time.clock, apiKey: "my-secret-key" })
  return { source, requests: provider.requests }
}

test("known releases are read as days without a time, and other releases are skipped", async () => {
  const { source, requests } = fred({ body: fixtureJson(`${FIXTURES}/releases_dates_shape.json`) })
  const { entries } = await source.calendar()
  expect(entries.map(({ title, when }) => [title, when])).toEqual([
    ["Consumer Price Index", { date: "2026-10-14", time: null }],
    ["Consumer Price Index", { date: "2026-10-14", time: null }],
    ["Advance Monthly Sales for Retail and Food Services", { date: "2026-10-15", time: null }],
  ])
  expect(requests[0]?.url).toContain("realtime_start=2026-10-11&realtime_end=2026-11-02")
})

test("a release that is listed every day, because one of its series is daily, gives no event", () => {
  const days = Array.from({ length: 21 }, (_, day) => new Date(Date.UTC(2026, 9, 12 + day)).toISOString().slice(0, 10))
  const daily = days.map((date) => ({ release_id: 101, release_name: "FOMC Press Release", date }))
  expect(toFredEntries(daily)).toEqual([])
})

test("an invalid key is an auth error without the key in its message", async () => {
  const { source } = fred({ status: 400, body: fixtureJson(`${FIXTURES}/error_bad_key.json`) })
  const error: unknown = await source.calendar().catch((reason: unknown) => reason)
  expect(error).toMatchObject({ kind: "auth" })
  expect(String(error)).not.toContain("my-secret-key")
})

test("any answer gives data or a source error", async () => {
  await expectOnlySourceErrors((http, clock) => createFredReleases({ http, clock, apiKey: "k" }).calendar())
})

test("every row of the fixture is read", () => {
  for (const path of providerFixtures("fred", /^releases/)) {
    const { rows, droppedRows } = ReleasesAnswer.parse(fixtureJson(path)).release_dates
    expect(droppedRows).toBe(0)
    expect(toFredEntries(rows).length).toBeGreaterThan(2)
  }
})
