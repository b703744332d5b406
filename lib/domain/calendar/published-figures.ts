import { compareText } from "@/lib/domain/compare-text"
import type { PublishedFigure } from "./calendar-entry"
import type { CalendarEvent, MeasureFigures } from "./merge-events"

/** A release in November publishes October, so the value before it is that of September. */
const MONTHS_BACK = 2

/**
 * Adds the previous value of each measure as the statistical agency has published it. This value replaces the one of the
 * calendars. It must be of the month before the one that the release publishes, so after a skipped release the previous value
 * stays unknown.
 */
export function withPublishedFigures(event: CalendarEvent, figures: readonly PublishedFigure[]): CalendarEvent {
  const own = figures.filter(({ kind, month }) => kind === event.kind && month === monthBefore(event.date))
  if (own.length === 0) return event
  const published = own.map(({ measure, value }): MeasureFigures => {
    const other = event.figures.find((figure) => figure.measure === measure)
    return { measure, forecast: other?.forecast ?? null, previous: value }
  })
  const rest = event.figures.filter(({ measure }) => own.every((figure) => figure.measure !== measure))
  return {
    ...event,
    figures: [...published, ...rest].toSorted((a, b) => compareText(a.measure, b.measure)),
    sources: [...event.sources, "bls-data"],
  }
}

function monthBefore(date: string): string {
  const [year = 0, month = 0] = date.split("-").map(Number)
  return new Date(Date.UTC(year, month - 1 - MONTHS_BACK)).toISOString().slice(0, 7)
}
