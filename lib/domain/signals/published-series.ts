import { countWhile } from "@/lib/domain/bisect"
import { federalWorkdayFrom } from "@/lib/domain/calendar/federal-holidays"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import type { Input, SeriesInputs } from "./market-inputs"

/** Time at which the value of a day or hour could be read here. */
type Publication = (atMs: number) => number

/** Feeds of venues are read every five minutes, and venues publish with a delay. */
const VENUE_LAG_MS = 10 * 60_000
/** The index is read twice an hour. */
const FEAR_GREED_LAG_MS = HOUR_MS
/** At this hour, FRED has the Fed's releases of 16:15 in New York (20:15 or 21:15 UTC). */
const RELEASE_MS = 22 * HOUR_MS
/** Sources that have a day's close before the day is over in UTC. */
const SAME_DAY_SOURCES: ReadonlySet<string> = new Set(["cboe", "yahoo"])

/**
 * Series as they could be read at `timeMs`, for a call that is computed later.
 *
 * A call that is computed in time does not need this. Today's series contain values that are dated before a close and
 * were published after it; when the exact time is unknown, the later time counts.
 */
export function publishedSeries(inputs: SeriesInputs, timeMs: number): SeriesInputs {
  const cut = <Point extends { readonly atMs: number }>(input: Input<Point>, publishedMs: Publication): Input<Point> =>
    input && {
      ...input,
      value: input.value.slice(
        0,
        countWhile(input.value, ({ atMs }) => publishedMs(atMs) <= timeMs),
      ),
    }
  return {
    ...inputs,
    fearGreed: cut(inputs.fearGreed, after(FEAR_GREED_LAG_MS)),
    funding: cut(inputs.funding, after(VENUE_LAG_MS)),
    openInterest: cut(inputs.openInterest, after(VENUE_LAG_MS)),
    longShort: cut(inputs.longShort, after(VENUE_LAG_MS)),
    takerFlow: cut(inputs.takerFlow, after(HOUR_MS + VENUE_LAG_MS)),
    coinbasePremium: cut(inputs.coinbasePremium, after(VENUE_LAG_MS)),
    vix: cut(inputs.vix, session(inputs.vix, nextWorkday)),
    dxy: cut(inputs.dxy, session(inputs.dxy, nextWeek)),
    us10y: cut(inputs.us10y, session(inputs.us10y, nextWorkday)),
    spx: cut(inputs.spx, session(inputs.spx, nextWorkday)),
  }
}

function after(lagMs: number): Publication {
  return (atMs) => atMs + lagMs
}

function session(input: { readonly source: string } | null, released: Publication): Publication {
  return input !== null && SAME_DAY_SOURCES.has(input.source) ? after(DAY_MS) : released
}

/** The release of a workday contains the day before. @see https://www.federalreserve.gov/releases/h15/ */
function nextWorkday(dayMs: number): number {
  return federalWorkdayFrom(dayMs + DAY_MS) + RELEASE_MS
}

/** The release of a Monday contains the week before. @see https://www.federalreserve.gov/releases/h10/ */
function nextWeek(dayMs: number): number {
  const daysToMonday = 7 - ((new Date(dayMs).getUTCDay() + 6) % 7)
  return federalWorkdayFrom(dayMs + daysToMonday * DAY_MS) + RELEASE_MS
}
