import { expect, test } from "vitest"
import { eventsContract } from "./contract"
import type { CalendarFeed, CalendarTable } from "@/lib/domain/calendar/calendar-entry"
import { getEvents } from "./answer"

const nowMs = Date.UTC(2026, 11, 8, 22)

const value: CalendarTable = {
  entries: [
    { title: "FOMC Meeting", source: "fed", when: { date: "2026-12-09", time: "14:00" }, impact: null },
    { title: "Consumer Price Index", source: "fred", when: { date: "2026-12-10", time: null }, impact: null },
  ],
  publishers: [
    { source: "fed", isOk: true, asOfMs: nowMs - 60_000 },
    { source: "bls", isOk: false },
    { source: "fred", isOk: true },
  ],
}

function feed(table: CalendarTable | null): CalendarFeed {
  return {
    read: async () =>
      table && { value: table, asOfMs: nowMs - 60_000, fetchedAtMs: nowMs - 60_000, source: "calendar" },
  }
}

test("the answer matches the contract and names publishers that did not answer", async () => {
  const answer = await getEvents({}, { calendar: feed(value), nowMs, mode: "live" })
  expect(eventsContract.response.parse(answer)).toEqual(answer)
  expect(answer.total_upcoming).toBe(2)
  expect(answer.upcoming_7d[0]).toEqual(answer.next_high_impact)
  expect(answer.upcoming_7d[0]).toMatchObject({ date: "2026-12-09", importance: 3, hours_until: 21, sources: ["fed"] })
  expect(answer.upcoming_7d[1]).toMatchObject({ event: "CPI", at: null, time_et: null, hours_until: null })
  expect(answer.warning).toBe(eventsContract.example.warning)
  expect(answer.meta.sources).toEqual([{ name: "fed", as_of: "2026-12-08T21:59:00.000Z", age_s: 60 }])
  expect(answer.meta.degraded).toEqual(["No answer from bls: its events may be missing."])
})

test("a partial list is named in degraded", async () => {
  const publishers = value.publishers.map((publisher) => ({ ...publisher, isPartial: publisher.source === "fed" }))
  const answer = await getEvents({}, { calendar: feed({ ...value, publishers }), nowMs, mode: "live" })
  expect(answer.meta.degraded).toEqual([
    "No answer from bls: its events may be missing.",
    "Only a part of the list of fed: its other events may be missing.",
  ])
})

test("without a publisher the answer is unavailable", async () => {
  await expect(getEvents({}, { calendar: feed(null), nowMs, mode: "live" })).rejects.toThrow("No publisher")
  const silent = { ...value, publishers: value.publishers.map(({ source }) => ({ source, isOk: false })) }
  await expect(getEvents({}, { calendar: feed(silent), nowMs, mode: "live" })).rejects.toThrow("No publisher")
})
