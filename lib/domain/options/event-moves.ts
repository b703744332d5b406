import type { TimedEvent } from "@/lib/domain/calendar/upcoming"
import { DAY_MS } from "@/lib/domain/utc-day"
import { type OptionSurface, impliedVariance } from "./surface"

/** What the two expiries around an event imply for the days between them, as standard deviations of the log return. */
export type EventMove = TimedEvent & {
  /** The last expiry before the event, or the time of the surface, and the first one after the event. */
  readonly fromMs: number
  readonly untilMs: number
  readonly spanSigma: number
  /** The variance that the span has above the rate of the spans beside it; 0 where it has none, `null` without a span beside it. */
  readonly eventSigma: number | null
}

/** In a longer span one day is lost among the others. */
const MAX_SPAN_MS = 36 * DAY_MS

/** The moves around the events that options straddle. Events of one span share its figures. */
export function eventMoves(surface: OptionSurface, events: readonly TimedEvent[]): readonly EventMove[] {
  return events.flatMap((event) => {
    const edges = [surface.atMs, ...surface.smiles.map(({ expiryMs }) => expiryMs)]
    const end = edges.findIndex((edgeMs) => edgeMs > event.atMs)
    const [fromMs, untilMs] = [edges[end - 1], edges[end]]
    if (fromMs === undefined || untilMs === undefined || event.atMs < fromMs || untilMs - fromMs > MAX_SPAN_MS)
      return []
    const between = (a: number | undefined, b: number | undefined) => {
      if (a === undefined || b === undefined) return null
      const [before, after] = [impliedVariance(surface, a), impliedVariance(surface, b)]
      return before === null || after === null ? null : { variance: after - before, spanMs: b - a }
    }
    const span = between(fromMs, untilMs)
    if (span === null) return []
    const beside = [between(edges[end - 2], fromMs), between(untilMs, edges[end + 1])].filter((one) => one !== null)
    const rates = beside.map(({ variance, spanMs }) => variance / spanMs)
    const usual = rates.length === 0 ? null : (Math.min(...rates) + Math.max(...rates)) / 2
    const excess = usual === null ? null : Math.max(0, span.variance - usual * span.spanMs)
    return [
      {
        ...event,
        fromMs,
        untilMs,
        spanSigma: Math.sqrt(span.variance),
        eventSigma: excess === null ? null : Math.sqrt(excess),
      },
    ]
  })
}
