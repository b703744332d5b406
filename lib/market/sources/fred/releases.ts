import { z } from "zod"
import type { CalendarEntry } from "@/lib/domain/calendar/calendar-entry"
import type { Clock } from "@/lib/domain/clock"
import { DAY_MS, isoDate } from "@/lib/domain/utc-day"
import type { SourceClient } from "@/lib/outbound/source-client"
import { isCalendarDay, toCalendarList, type CalendarList } from "@/lib/market/sources/wire/calendar-list"
import { MAX_TITLE_CHARS, providerText } from "@/lib/market/sources/wire/provider-text"
import { validRows } from "@/lib/market/sources/wire/valid-rows"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { readFredError } from "./schema"

const HOST = "api.stlouisfed.org"
const AHEAD_MS = 21 * DAY_MS
const MAX_ROWS = 1000

/**
 * Releases that our event kinds know, by FRED's number; it lists hundreds of others. The committee's press release
 * (101) is excluded: it is a daily series of the target rate, listed on every day.
 */
const RELEASE_IDS: ReadonlySet<number> = new Set([9, 10, 13, 46, 50, 53, 54, 180, 192])

const Release = z.looseObject({
  release_id: z.int(),
  release_name: providerText(MAX_TITLE_CHARS),
  date: z.string().refine(isCalendarDay),
})

/** Days on which releases are due; the same one may occur twice. */
export const ReleasesAnswer = z.looseObject({ release_dates: validRows(Release, MAX_ROWS) })

type Ports = { readonly http: SourceClient; readonly clock: Clock; readonly apiKey: string }

/**
 * Release days of three weeks, without times. It needs a free key.
 *
 * @see https://fred.stlouisfed.org/docs/api/fred/releases_dates.html
 */
export function createFredReleases({ http, clock, apiKey }: Ports) {
  return {
    name: "fred" as const,
    license: licenseOf("fred"),
    async calendar(): Promise<CalendarList> {
      const nowMs = clock()
      const query = new URLSearchParams({
        api_key: apiKey,
        file_type: "json",
        include_release_dates_with_no_data: "true",
        // A day back: in New York it may still be yesterday.
        realtime_start: isoDate(nowMs - DAY_MS),
        realtime_end: isoDate(nowMs + AHEAD_MS),
        sort_order: "asc",
        limit: String(MAX_ROWS),
      })
      const url = `https://${HOST}/fred/releases/dates?${query.toString()}`
      const { rows } = (await http.getJson(url, { schema: ReleasesAnswer, readError: readFredError })).release_dates
      return toCalendarList({ host: HOST, nowMs, rows: toFredEntries(rows) })
    },
  }
}

export function toFredEntries(rows: readonly z.output<typeof Release>[]): readonly CalendarEntry[] {
  return rows
    .filter(({ release_id }) => RELEASE_IDS.has(release_id))
    .map(({ release_name, date }) => ({
      title: release_name,
      source: "fred",
      when: { date, time: null },
      impact: null,
    }))
}
