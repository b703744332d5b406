import { parse } from "node-html-parser"
import type { CalendarEntry } from "@/lib/domain/calendar/calendar-entry"
import { easternToMs, toEastern } from "@/lib/domain/calendar/eastern-time"
import { DAY_MS } from "@/lib/domain/utc-day"
import { cleanText, MAX_TITLE_CHARS } from "@/lib/market/sources/wire/provider-text"
import type { ForexFactoryEvent } from "./schema"

const impacts = ["high", "medium", "low"] as const

/** US events with their figures as text. Holidays are skipped. */
export function toEntries(events: readonly ForexFactoryEvent[]): readonly CalendarEntry[] {
  return events
    .filter(({ country, impact }) => country === "USD" && impact !== "Holiday")
    .map(({ title, date, impact, forecast, previous }) => ({
      // Titles carry HTML entities.
      title: cleanText(parse(title).text, MAX_TITLE_CHARS) || title,
      source: "forexfactory",
      when: { atMs: Date.parse(date) },
      impact: impacts.find((known) => known === impact.toLowerCase()) ?? null,
      figures: { forecast: forecast.trim() || null, previous: previous.trim() || null },
    }))
}

/** The end of the week that holds the last event: Saturday midnight in New York. */
export function weekEnd(events: readonly ForexFactoryEvent[]): number {
  const lastMs = events.reduce((latest, { date }) => Math.max(latest, Date.parse(date)), 0)
  const { date } = toEastern(lastMs)
  const dayMs = Date.parse(`${date}T00:00:00Z`)
  const sundayMs = dayMs + (7 - new Date(dayMs).getUTCDay()) * DAY_MS
  return easternToMs(new Date(sundayMs).toISOString().slice(0, 10), "00:00")
}
