import { DAY_MS } from "@/lib/domain/utc-day"

/** An event of one kind, and when its window ended. */
export type PastEvent = { readonly timeMs: number; readonly endMs: number; readonly happened: boolean }

const YEAR_MS = 365 * DAY_MS
/** With fewer events a rate is not used as a reference. */
const MIN_EVENTS = 100

/**
 * For each event the rate of the year before it: of windows that had ended by its time. `null` with too few. Events are in
 * order of time.
 */
export function trailingRates(events: readonly PastEvent[]): readonly (number | null)[] {
  let [first, next, hits] = [0, 0, 0]
  return events.map(({ timeMs }) => {
    for (let event = events[next]; event !== undefined && event.endMs <= timeMs; event = events[++next]) {
      hits += Number(event.happened)
    }
    for (let event = events[first]; first < next && event !== undefined && event.timeMs < timeMs - YEAR_MS;) {
      hits -= Number(event.happened)
      event = events[++first]
    }
    const n = next - first
    return n < MIN_EVENTS ? null : hits / n
  })
}
