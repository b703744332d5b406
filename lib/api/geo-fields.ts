import { z } from "zod"
import { GEO_CATEGORIES, GEO_STAGES } from "@/lib/domain/geo/geo-class"
import { SEVERITIES } from "@/lib/domain/geo/severity"
import { DateTime } from "./fields"

/** Fields that the two geopolitical endpoints share. */

export const Severity = z.enum(SEVERITIES)
export const Category = z.enum(GEO_CATEGORIES)

const Count = z.number().int().nonnegative()
const Pct = z.number().nullable().describe("Percent. null: not measured, or the window is still open.")

export const Impact = z
  .object({
    direction: z.enum(["UP", "DOWN", "UNCLEAR"]).describe("UNCLEAR unless significant. Measured, never assumed."),
    ar_1h_pct: Pct,
    ar_4h_pct: Pct,
    ar_24h_pct: Pct.describe("Log return over 24h minus the usual drift, percent."),
    t_24h: z.number().nullable().describe("t-value of this asset, without correction for several assets."),
    usual_24h_pct: Pct.describe("Standard deviation of the usual return of this asset over 24h, percent."),
    significant: z
      .boolean()
      .describe(
        "At 5%, corrected for looking at up to four assets (Holm), by Student's t with 5 degrees of freedom: days of large " +
          "moves are more frequent than normal.",
      ),
    already_moved_pct: Pct.describe("Price now against the price when first seen."),
    market_open: z.boolean().nullable(),
    note: z.string(),
  })
  .describe("Constant-mean event study on hourly closes.")

export const Impacts = z.object({ BTC: Impact, ETH: Impact, GOLD: Impact, OIL: Impact })

const ClassMoves = z
  .object({
    median_pct: z.number(),
    lowest_pct: z.number(),
    highest_pct: z.number(),
    beyond_noise: z.number().min(0).max(1).describe("Share of the days with |t| ≥ 2."),
  })
  .describe("Abnormal log returns of the day in percent.")

const ClassHistory = z.object({
  n: z.number().int().positive(),
  from: z.string(),
  to: z.string(),
  BTC: ClassMoves,
  ETH: ClassMoves,
  OIL: ClassMoves,
  note: z.string(),
})

export const GeoEvent = z.object({
  id: z.string(),
  cluster_version: Count.describe("Rises with every article."),
  title: z.string().describe("Headline of the best source. No article text."),
  summary: z.string().describe("One sentence: the category, and how many articles and domains reported the event."),
  category: Category,
  stage: z.enum(GEO_STAGES),
  actors: z.array(z.string()),
  countries: z.array(z.string()).describe("ISO 3166 alpha-2; EU for the European Union."),
  region: z.string().nullable(),
  location: z.object({ lat: z.number(), lon: z.number() }).nullable(),
  first_seen_at: DateTime,
  last_seen_at: DateTime,
  market_open: z
    .object({ gold: z.boolean().nullable(), oil: z.boolean().nullable() })
    .describe("Whether the market was open when the event was first seen."),
  severity: Severity,
  severity_score: z.number().int().min(0).max(100).describe("base × corroboration × novelty, before gates."),
  severity_parts: z.object({ base: z.number(), corroboration: z.number(), novelty: z.number() }),
  gates_applied: z.array(z.string()).describe("Rules that lowered the severity, such as too few domains."),
  corroboration: z.object({
    articles: Count,
    domains: Count.describe("Number of independent domains. Copies of one headline count once."),
    tier1_domains: Count,
    languages: Count,
    official_source: z.boolean(),
  }),
  credibility: z.object({
    score: z.number().int().min(0).max(100),
    state_media_share: z.number(),
    reasons: z.array(z.string()),
  }),
  novelty: z.object({
    z_30d: z
      .number()
      .nullable()
      .describe(
        "Robust z-score of the number of articles of the day, by one provider of world news. null: no baseline yet.",
      ),
    baseline_daily: z.number().nullable(),
  }),
  impact: Impacts,
  scenario: z.object({
    text: z.string().describe("What is usually said about such events."),
    kind: z.literal("scenario, not forecast"),
    history: ClassHistory.nullable().describe(
      "What prices did on the days of well-known events. null: fewer than five events.",
    ),
  }),
  sources: z
    .array(
      z.object({
        title: z.string(),
        url: z.string(),
        domain: z.string(),
        tier: z.union([z.literal(1), z.literal(2), z.literal(3)]),
        seen_at: DateTime,
      }),
    )
    .max(5),
})
