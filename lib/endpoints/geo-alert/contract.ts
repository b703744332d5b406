import { z } from "zod"
import { parseUsdc } from "@/lib/domain/usdc"
import { defineContract } from "@/lib/api/contract"
import { DateTime, Meta, NoParams } from "@/lib/api/fields"
import { GeoEvent, Severity } from "@/lib/api/geo-fields"
import { integerParam } from "@/lib/api/number-param"
import example from "./example.json" with { type: "json" }

const Count = z.number().int().nonnegative()
const Level = z.enum(["HIGH", "CRITICAL"])
const Affected = z.object({
  events: Count.describe("Number of alerts with a measured price move."),
  significant_moves: Count,
})

/** Active alerts of high severity. CLEAR is only answered after the news was read. */
export const geoAlertContract = defineContract({
  id: "geo_alert",
  path: "/geo/alert",
  price: parseUsdc("0.03"),
  title: "Geopolitical alerts",
  description: "Active HIGH and CRITICAL alerts of the last 24h; CLEAR only when the news was read, else no charge.",
  tags: ["geopolitics", "alerts", "risk"],
  freshness: { changesWith: "news", needs: ["news"] },
  pathParams: NoParams,
  queryParams: z.object({
    hours: integerParam({ min: 1, max: 24 }).default(24).describe("Alerts reported within these hours."),
    min_severity: Level.default("HIGH").describe("Minimum severity."),
  }),
  response: z.object({
    status: z
      .enum(["CLEAR", "ALERT"])
      .describe(
        "CLEAR: no alert of this severity within the requested hours. If the news sources are down, the answer is 503 and nothing is charged.",
      ),
    level: Level.nullable().describe("Highest severity of the active alerts."),
    count: Count,
    alerts: z
      .array(
        GeoEvent.extend({
          opened_at: DateTime.describe("Time at which the severity first reached HIGH."),
          escalated_from: Severity.nullable().describe("Severity at that time, if it has risen since then."),
          expires_at: DateTime.describe("A day after the last report."),
          ack_key: z.string().describe("Stable across updates of one event."),
        }),
      )
      .describe("The latest reported first."),
    affected_assets: z.object({ BTC: Affected, ETH: Affected, GOLD: Affected, OIL: Affected }),
    ended: z
      .array(
        z.object({
          id: z.string(),
          title: z.string(),
          severity: Severity,
          ended_at: DateTime,
          reason: z.enum(["expired", "downgraded"]),
        }),
      )
      .describe("Alerts that ended within the requested hours, so that corrections stay visible."),
    checked: z
      .object({ sources_ok: Count, sources_total: Count, articles_scanned: Count, last_poll_at: DateTime.nullable() })
      .describe("Sources that were read for this answer."),
    next_refresh_at: DateTime,
    attribution: z.array(z.string()),
    timestamp: DateTime,
    meta: Meta,
  }),
  exampleParams: { min_severity: "HIGH" },
  example,
})
