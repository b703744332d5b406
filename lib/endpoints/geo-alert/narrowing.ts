import type { z } from "zod"
import type { ResponseOf } from "@/lib/api/contract"
import type { GeoAsset } from "@/lib/domain/geo/impact"
import { isAtLeast } from "@/lib/domain/geo/severity"
import { HOUR_MS } from "@/lib/domain/utc-day"
import type { RowRules } from "@/lib/endpoints/narrowing"
import type { geoAlertContract } from "./contract"

type Answer = ResponseOf<typeof geoAlertContract>
type Row = Answer["alerts"][number]
type Query = z.output<typeof geoAlertContract.queryParams>

export const geoAlertRows: RowRules<Row, Answer, Query> = {
  filters: [
    {
      includes: (from, to) => from.hours >= to.hours,
      keeps: (row, to, nowMs) => nowMs - Date.parse(row.last_seen_at) <= to.hours * HOUR_MS,
    },
    {
      includes: (from, to) => isAtLeast(to.min_severity, from.min_severity),
      keeps: (row, to) => isAtLeast(row.severity, to.min_severity),
    },
  ],
  lists: ({ alerts }) => [{ rows: alerts, isWhole: true }],
  limit: () => Number.POSITIVE_INFINITY,
  withRows(answer, [alerts = []], { hours }) {
    // "Clear" is a statement about the sources, which only the service makes.
    if (alerts.length === 0) return null
    const nowMs = Date.parse(answer.timestamp)
    return {
      ...answer,
      level: alerts.some(({ severity }) => severity === "CRITICAL") ? "CRITICAL" : "HIGH",
      count: alerts.length,
      alerts: [...alerts],
      affected_assets: {
        BTC: affected(alerts, "BTC"),
        ETH: affected(alerts, "ETH"),
        GOLD: affected(alerts, "GOLD"),
        OIL: affected(alerts, "OIL"),
      },
      ended: answer.ended.filter(({ ended_at }) => nowMs - Date.parse(ended_at) <= hours * HOUR_MS),
    }
  },
}

function affected(alerts: readonly Row[], asset: GeoAsset) {
  return {
    events: alerts.filter(({ impact }) => impact[asset].already_moved_pct !== null).length,
    significant_moves: alerts.filter(({ impact }) => impact[asset].significant).length,
  }
}
