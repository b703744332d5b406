import { z } from "zod"
import { GEO_ASSETS } from "@/lib/domain/geo/impact"
import { parseUsdc } from "@/lib/domain/usdc"
import { defineContract } from "@/lib/api/contract"
import { DateTime, Meta, NoParams } from "@/lib/api/fields"
import { Category, GeoEvent, Severity } from "@/lib/api/geo-fields"
import { integerParam } from "@/lib/api/number-param"
import example from "./example.json" with { type: "json" }

const Count = z.number().int().nonnegative()

/** Clocks differ, so a time slightly in the future is accepted. */
const CLOCK_SKEW_MS = 60_000

/** A valid `since` stays valid, so that a bought answer can be fetched again. */
function hasBegun(since: string): boolean {
  return Date.parse(since) <= Date.now() + CLOCK_SKEW_MS
}

/** Geopolitical events in the news, with measured price moves. */
export const geoEventsContract = defineContract({
  id: "geo_events",
  path: "/geo/events",
  price: parseUsdc("0.05"),
  title: "Geopolitical events",
  description: "War, sanctions, tariffs and more from the news: severity, corroboration, measured price moves.",
  tags: ["geopolitics", "news", "risk"],
  freshness: { changesWith: "news", needs: ["newsPoll"] },
  pathParams: NoParams,
  queryParams: z.object({
    hours: integerParam({ min: 1, max: 168 }).default(72).describe("Events reported within these hours."),
    since: DateTime.refine(hasBegun, "must not be in the future; the list could only be empty")
      .optional()
      .describe("At most 168h ago. It has priority over `hours`."),
    category: Category.optional().describe("Only this kind of event."),
    min_severity: Severity.default("LOW").describe("Minimum severity."),
    asset: z.enum(GEO_ASSETS).optional().describe("Only events with a measured, significant direction of this asset."),
    limit: integerParam({ min: 1, max: 100 }).default(25).describe("Maximum number of events."),
  }),
  response: z.object({
    events: z.array(GeoEvent).describe("The most severe first, then the latest reported."),
    total: Count.describe("Events that qualify, before `limit`."),
    summary: z.object({
      by_severity: z.record(Severity, Count),
      by_category: z.record(Category, Count),
      highest: Severity.nullable(),
      index: z
        .object({ value: Count, z_vs_week: z.number().nullable(), basis: z.string() })
        .describe("Attention: number of geopolitical articles of the last 24h, as an index."),
    }),
    attribution: z.array(z.string()),
    timestamp: DateTime,
    meta: Meta,
  }),
  exampleParams: { hours: "24", min_severity: "HIGH" },
  example,
})
