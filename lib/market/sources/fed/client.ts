import type { Clock } from "@/lib/domain/clock"
import type { SourceClient } from "@/lib/outbound/source-client"
import { toCalendarList, type CalendarList } from "@/lib/market/sources/wire/calendar-list"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { readMeetings } from "./read-meetings"
import { CalendarAnswer } from "./schema"
import { toEntries } from "./to-entries"

const HOST = "www.federalreserve.gov"

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * The Federal Reserve's own calendar: meetings, minutes, speeches, statistics. Public domain. The page of committee
 * meetings stands in for its data file.
 */
export function createFedSource({ http, clock }: Ports) {
  return {
    name: "fed" as const,
    license: licenseOf("fed"),
    async calendar(): Promise<CalendarList> {
      const { rows } = (await http.getJson(`https://${HOST}/json/calendar.json`, { schema: CalendarAnswer })).events
      return toCalendarList({ host: HOST, nowMs: clock(), rows: rows.flatMap(toEntries) })
    },
    /** Rate decisions only. */
    async fallbackCalendar(): Promise<CalendarList> {
      const html = await http.getText(`https://${HOST}/monetarypolicy/fomccalendars.htm`)
      return { ...toCalendarList({ host: HOST, nowMs: clock(), rows: readMeetings(html) }), isPartial: true }
    },
  }
}
