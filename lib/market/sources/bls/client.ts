import type { Clock } from "@/lib/domain/clock"
import type { SourceClient } from "@/lib/outbound/source-client"
import { toCalendarList, type CalendarList } from "@/lib/market/sources/wire/calendar-list"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { readCalendar } from "./to-entries"

const HOST = "www.bls.gov"

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * Releases of the Bureau of Labor Statistics: employment, consumer and producer prices, job openings. Public domain.
 * It refuses (403) a User-Agent without a contact.
 *
 * @see https://www.bls.gov/schedule/news_release/
 */
export function createBlsSource({ http, clock }: Ports) {
  return {
    name: "bls" as const,
    license: licenseOf("bls"),
    async calendar(): Promise<CalendarList> {
      const text = await http.getText(`https://${HOST}/schedule/news_release/bls.ics`)
      return toCalendarList({ host: HOST, nowMs: clock(), rows: readCalendar(text, HOST) })
    },
  }
}
