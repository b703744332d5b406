import { compareText } from "@/lib/domain/compare-text"
import { groupBy } from "@/lib/domain/group-by"
import { DAY_MS } from "@/lib/domain/utc-day"
import { CALENDAR_SOURCES, type CalendarEntry, type CalendarSource, type Figures } from "./calendar-entry"
import { easternToMs, toEastern } from "./eastern-time"
import { type EventCategory, type EventKind, eventKinds, type Importance, kindOf } from "./event-kind"

/** One event after all publishers have been put together. `date` and `time` are New York local. */
export type CalendarEvent = {
  readonly kind: EventKind | "OTHER"
  readonly name: string
  readonly date: string
  readonly time: string | null
  /** `null` where only the day is known. */
  readonly atMs: number | null
  readonly importance: Importance
  readonly category: EventCategory
  /** By measure: one release may carry several (`CPI m/m`, `Core CPI m/m`). Empty without figures. */
  readonly figures: readonly MeasureFigures[]
  readonly sources: readonly CalendarSource[]
  /** US dollars of the options that expire; `null` when unknown, and for other kinds of events. */
  readonly notionalUsd: number | null
}

export type MeasureFigures = Figures & { readonly measure: string }

type DatedEvent = {
  readonly kind: EventKind | "OTHER"
  readonly title: string
  readonly source: CalendarSource
  readonly impact: CalendarEntry["impact"]
  readonly figures: Figures | null
  readonly notionalUsd: number | null
  readonly date: string
  readonly time: string | null
}

/** Two dates of one release that lie this close are one release, moved. Monthly releases lie further apart. */
const MOVED_WITHIN_MS = 10 * DAY_MS
const PPI_BEFORE_FOMC_MS = 2 * DAY_MS
const importanceOf = { high: 3, medium: 2, low: 1 } as const

/**
 * Merges publishers: the same kind on the same New York day is one event. When the publisher who sets the date names
 * another day within ten days, its day counts. By time, then kind and name; days without a time come last.
 */
export function mergeEvents(entries: readonly CalendarEntry[]): readonly CalendarEvent[] {
  const datedEvents = entries.flatMap(place)
  const kept = datedEvents.filter((candidate) => !isSuperseded(candidate, datedEvents))
  const events = groupBy(kept, sameEvent).map(toEvent)
  return events.map((event) => raisePpi(event, events)).toSorted(byTime)
}

function place({ title, source, when, impact, figures, notionalUsd }: CalendarEntry): readonly DatedEvent[] {
  const kind = kindOf(title)
  if (kind === null) return []
  const { date, time } = "atMs" in when ? toEastern(when.atMs) : when
  return [
    {
      kind,
      title: title.trim(),
      source,
      impact,
      figures: figures ?? null,
      notionalUsd: notionalUsd ?? null,
      date,
      time,
    },
  ]
}

function isSuperseded({ kind, source, date }: DatedEvent, all: readonly DatedEvent[]): boolean {
  const official = kind === "OTHER" ? null : eventKinds[kind].official
  if (official === null || source === official) return false
  const dates = all.filter((other) => other.kind === kind && other.source === official).map((other) => other.date)
  return !dates.includes(date) && dates.some((other) => distanceMs(other, date) <= MOVED_WITHIN_MS)
}

function sameEvent({ kind, title, date }: DatedEvent): string {
  return `${date} ${kind === "OTHER" ? bareTitle(title) : kind}`
}

function toEvent(group: readonly [DatedEvent, ...DatedEvent[]]): CalendarEvent {
  const trusted = group.toSorted(byTrust)
  const first = trusted[0] ?? group[0]
  const facts = first.kind === "OTHER" ? null : eventKinds[first.kind]
  const time = trusted.find((entry) => entry.time !== null)?.time ?? null
  const graded = group.map(({ impact }) => (impact === null ? 1 : importanceOf[impact]))
  return {
    kind: first.kind,
    name: facts?.name ?? first.title,
    date: first.date,
    time,
    atMs: time === null ? null : easternToMs(first.date, time),
    importance: graded.reduce<Importance>((most, grade) => (grade > most ? grade : most), facts?.importance ?? 1),
    category: facts?.category ?? "economic",
    figures: figuresOf(trusted),
    notionalUsd: group.find((entry) => entry.notionalUsd !== null)?.notionalUsd ?? null,
    sources: CALENDAR_SOURCES.filter((source) => group.some((entry) => entry.source === source)),
  }
}

function figuresOf(trusted: readonly DatedEvent[]): readonly MeasureFigures[] {
  const named = trusted.flatMap(({ title, figures }) =>
    figures === null || (figures.forecast === null && figures.previous === null)
      ? []
      : [{ measure: title, forecast: figures.forecast, previous: figures.previous }],
  )
  const distinct = named.filter(({ measure }, at) => named.findIndex((other) => other.measure === measure) === at)
  return distinct.toSorted((a, b) => compareText(a.measure, b.measure))
}

/** The most trusted publisher first; of one publisher the earliest time, so a decision precedes its press conference. */
function byTrust(a: DatedEvent, b: DatedEvent): number {
  const trust = CALENDAR_SOURCES.indexOf(a.source) - CALENDAR_SOURCES.indexOf(b.source)
  return (
    trust ||
    compareText(a.time ?? "99", b.time ?? "99") ||
    compareText(a.title, b.title) ||
    compareText(textOf(a.figures), textOf(b.figures))
  )
}

function textOf(figures: Figures | null): string {
  return `${figures?.forecast ?? ""}|${figures?.previous ?? ""}`
}

function byTime(a: CalendarEvent, b: CalendarEvent): number {
  return (
    compareText(a.date, b.date) ||
    compareText(a.time ?? "99", b.time ?? "99") ||
    compareText(a.kind + a.name, b.kind + b.name)
  )
}

/** Producer prices feed the forecasts of a decision that is at most two days away. */
function raisePpi(event: CalendarEvent, all: readonly CalendarEvent[]): CalendarEvent {
  const isBeforeFomc = all.some(
    ({ kind, date }) => kind === "FOMC" && date >= event.date && distanceMs(date, event.date) <= PPI_BEFORE_FOMC_MS,
  )
  return event.kind === "PPI" && isBeforeFomc ? { ...event, importance: 3 } : event
}

function bareTitle(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
}

function distanceMs(a: string, b: string): number {
  return Math.abs(Date.parse(a) - Date.parse(b))
}
