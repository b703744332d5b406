import ICAL from "ical.js"
import { expect, test } from "vitest"
import { eventsContract } from "@/lib/endpoints/events/contract"
import { eventsToIcs } from "./events-ics"

const { upcoming_7d: entries, timestamp } = eventsContract.response.parse(eventsContract.example)

test("the iCalendar file has every event with its time", () => {
  const timeless = entries.slice(0, 1).map((entry) => ({ ...entry, event: "CPI; core, all", at: null }))
  const shown = [...entries, ...timeless]
  const calendar = new ICAL.Component(ICAL.parse(eventsToIcs(shown, timestamp)))
  const events = calendar.getAllSubcomponents("vevent").map((component) => new ICAL.Event(component))
  expect(events.map(({ summary }) => summary)).toEqual(shown.map(({ event }) => event))
  const [first] = entries
  expect(events[0]?.startDate.toJSDate().toISOString()).toBe(new Date(first?.at ?? "").toISOString())
  expect(events.at(-1)?.startDate.isDate).toBe(true)
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(shown.length)
})
