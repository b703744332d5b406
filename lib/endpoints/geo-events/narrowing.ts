import type { z } from "zod"
import type { ResponseOf } from "@/lib/api/contract"
import { GEO_CATEGORIES, type GeoCategory } from "@/lib/domain/geo/geo-class"
import { isAtLeast, SEVERITIES } from "@/lib/domain/geo/severity"
import type { RowRules } from "@/lib/endpoints/narrowing"
import type { geoEventsContract } from "./contract"
import { sinceOf } from "./since"

type Answer = ResponseOf<typeof geoEventsContract>
type Row = Answer["events"][number]
type Query = z.output<typeof geoEventsContract.queryParams>

export const geoEventsRows: RowRules<Row, Answer, Query> = {
  filters: [
    {
      includes: (from, to, nowMs) => sinceOf(from, nowMs) <= sinceOf(to, nowMs),
      keeps: (row, to, nowMs) => Date.parse(row.last_seen_at) >= sinceOf(to, nowMs),
    },
    {
      includes: (from, to) => from.category === undefined || from.category === to.category,
      keeps: (row, to) => to.category === undefined || row.category === to.category,
    },
    {
      includes: (from, to) => isAtLeast(to.min_severity, from.min_severity),
      keeps: (row, to) => isAtLeast(row.severity, to.min_severity),
    },
    {
      includes: (from, to) => from.asset === undefined || from.asset === to.asset,
      keeps: (row, to) => to.asset === undefined || row.impact[to.asset].direction !== "UNCLEAR",
    },
  ],
  lists: ({ events, total }) => [{ rows: events, isWhole: events.length >= total }],
  limit: ({ limit }) => limit,
  withRows(answer, [events = []]) {
    const count = (severity: Row["severity"]) => events.filter((one) => one.severity === severity).length
    const counts = GEO_CATEGORIES.map((name) => [name, events.filter(({ category }) => category === name).length])
    return {
      ...answer,
      events: [...events],
      total: events.length,
      summary: {
        ...answer.summary,
        by_severity: { LOW: count("LOW"), MEDIUM: count("MEDIUM"), HIGH: count("HIGH"), CRITICAL: count("CRITICAL") },
        // Every category is a key, because the list of categories was mapped.
        by_category: Object.fromEntries(counts) as Record<GeoCategory, number>,
        highest: SEVERITIES.findLast((severity) => count(severity) > 0) ?? null,
      },
    }
  },
}
