import type { Clock } from "@/lib/domain/clock"
import { nullOnSourceError } from "@/lib/outbound/errors"
import type { SourceClient } from "@/lib/outbound/source-client"
import { toCalendarList, type CalendarList } from "@/lib/market/sources/wire/calendar-list"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { WeekAnswer, type ForexFactoryEvent } from "./schema"
import { toEntries, weekEnd } from "./to-entries"

const HOST = "nfs.faireconomy.media"

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * A cross-check of the official calendars, with forecasts and previous figures. Its terms are restrictive; at most one
 * read an hour.
 *
 * @see https://www.forexfactory.com/calendar
 */
export function createForexFactorySource({ http, clock }: Ports) {
  async function week(name: "thisweek" | "nextweek"): Promise<readonly ForexFactoryEvent[]> {
    return (await http.getJson(`https://${HOST}/ff_calendar_${name}.json`, { schema: WeekAnswer })).rows
  }

  /** The next week is usually not published yet. */
  async function nextWeek(): Promise<readonly ForexFactoryEvent[]> {
    return (await week("nextweek").catch(nullOnSourceError)) ?? []
  }

  return {
    name: "forexfactory" as const,
    license: licenseOf("forexfactory"),
    async calendar(): Promise<CalendarList> {
      const events = [...(await week("thisweek")), ...(await nextWeek())]
      return toCalendarList({ host: HOST, nowMs: clock(), rows: toEntries(events), untilMs: weekEnd(events) })
    },
  }
}
