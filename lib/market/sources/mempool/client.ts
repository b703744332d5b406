import type { Clock } from "@/lib/domain/clock"
import { DAY_MS } from "@/lib/domain/utc-day"
import type { SourceClient } from "@/lib/outbound/source-client"
import { toCalendarList, type CalendarList } from "@/lib/market/sources/wire/calendar-list"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { DifficultyAnswer } from "./schema"
import { toEntry } from "./to-entry"

const HOST = "mempool.space"
/** 2016 blocks take about two weeks; they have never taken less than this since 2014. */
const MIN_PERIOD_MS = 10 * DAY_MS

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * When bitcoin's difficulty changes next, and by how much. Keyless, fair use.
 *
 * @see https://mempool.space/docs/api/rest
 */
export function createMempoolSource({ http, clock }: Ports) {
  return {
    name: "mempool" as const,
    license: licenseOf("mempool"),
    async calendar(): Promise<CalendarList> {
      const url = `https://${HOST}/api/v1/difficulty-adjustment`
      const entry = toEntry(await http.getJson(url, { schema: DifficultyAnswer }))
      const nowMs = clock()
      // The list is complete until the adjustment after the next one. It is stale only when its adjustment has passed.
      const untilMs = entry.when.atMs < nowMs ? entry.when.atMs : entry.when.atMs + MIN_PERIOD_MS
      return toCalendarList({ host: HOST, nowMs, rows: [entry], untilMs })
    },
  }
}
