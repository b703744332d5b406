import type { Clock } from "@/lib/domain/clock"
import type { SourceClient } from "@/lib/outbound/source-client"
import { toCalendarList, type CalendarList } from "@/lib/market/sources/wire/calendar-list"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { ReleaseDates } from "./schema"
import { toEntries } from "./to-entries"

const HOST = "apps.bea.gov"

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * Releases of the Bureau of Economic Analysis: gross domestic product, personal income and outlays. Public domain.
 *
 * @see https://www.bea.gov/news/schedule
 */
export function createBeaSource({ http, clock }: Ports) {
  return {
    name: "bea" as const,
    license: licenseOf("bea"),
    async calendar(): Promise<CalendarList> {
      const releases = await http.getJson(`https://${HOST}/API/signup/release_dates.json`, { schema: ReleaseDates })
      return toCalendarList({ host: HOST, nowMs: clock(), rows: releases.flatMap(toEntries) })
    },
  }
}
