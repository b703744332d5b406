import { z } from "zod"
import { POOL_FLAGS } from "@/lib/domain/defi/pool-flags"
import { YIELD_SORTS } from "@/lib/domain/defi/pool-order"
import { isCursor, readCursor } from "@/lib/domain/defi/yield-page"
import { parseUsdc } from "@/lib/domain/usdc"
import { defineContract } from "@/lib/api/contract"
import { Apy, Chain, ChainParam, Pct, PoolRisk, Usd } from "@/lib/api/defi-fields"
import { DateTime, Meta, NoParams } from "@/lib/api/fields"
import { integerParam, numberParam } from "@/lib/api/number-param"
import example from "./example.json" with { type: "json" }

const Count = z.number().int().nonnegative()

const Pool = z.object({
  rank: z.number().int().positive(),
  pool_id: z.string(),
  project: z.string(),
  project_name: z.string(),
  chain: Chain,
  symbol: z.string(),
  pool_meta: z.string().nullable(),
  url: z.string(),
  tvl_usd: Usd,
  tvl_change_7d_pct: Pct.nullable(),
  apy: Apy,
  apy_base: Apy.nullable(),
  apy_reward: Apy.nullable(),
  reward_share_pct: Pct.nullable().describe("Share of the yield that is paid in reward tokens."),
  apy_mean_30d: Apy.nullable(),
  apy_change_7d_pp: z.number().nullable().describe("Percentage points."),
  apy_sigma: z.number().nullable().describe("Standard deviation of the yield over its history, percentage points."),
  stability: z
    .enum(["STABLE", "MIXED", "VOLATILE"])
    .nullable()
    .describe("By apy_sigma divided by the mean: below 0.5, up to 2, and above 2."),
  outlook: z
    .object({
      class: z.enum(["STABLE_UP", "DOWN"]).nullable(),
      probability_pct: Pct.nullable(),
      confidence: z.union([z.literal(1), z.literal(2), z.literal(3)]).nullable(),
    })
    .describe("The provider's own prediction, passed on as such."),
  risk_adjusted_apy: Apy.describe(
    "min(apy, apy_mean_30d) / (1 + σ); σ: annualised standard deviation of daily returns, percent, some apy_sigma / 20; 1 where unknown.",
  ),
  il_risk: z.enum(["yes", "no"]).nullable(),
  exposure: z.enum(["single", "multi"]).nullable(),
  reward_tokens: z.array(z.string()),
  underlying_tokens: z.array(z.string()),
  history_days: Count,
  risk: PoolRisk,
  flags: z.array(z.enum(POOL_FLAGS)),
})

/** The best sound yields on stablecoins and blue-chips, with the reason for every excluded pool. */
export const yieldsContract = defineContract({
  id: "yields",
  path: "/yields",
  price: parseUsdc("0.05"),
  title: "DeFi yield scanner",
  description: "Best stablecoin and blue-chip yields on 8 chains, graded and adjusted for risk.",
  details: "Pools that are left out are counted by reason.",
  tags: ["defi", "yields", "stablecoins"],
  freshness: { changesWith: "pools", needs: ["pools"] },
  pathParams: NoParams,
  queryParams: z
    .object({
      asset_class: z.enum(["stablecoin", "bluechip", "all"]).default("all").describe("Which of the two lists."),
      chain: ChainParam,
      min_tvl: numberParam({ min: 0, max: 1e12 }).default(1_000_000).describe("US dollars. It limits the lists only."),
      min_apy: numberParam({ min: 0, max: 1000 }).optional().describe("Percent per year."),
      max_apy: numberParam({ min: 0.01, max: 1000 }).optional().describe("Percent per year. Not below min_apy."),
      exposure: z.enum(["single", "multi", "any"]).default("any").describe("One asset in the pool, or several."),
      il: z.enum(["none", "any"]).default("any").describe("none: only pools without impermanent loss."),
      project: z
        .string()
        .regex(/^[a-z0-9.-]{1,60}$/, "must be a protocol slug such as aave-v3")
        .optional()
        .describe("Protocol slug."),
      sort: z.enum(YIELD_SORTS).default("risk_adjusted").describe("Order of both lists."),
      limit: integerParam({ min: 1, max: 100 }).default(20).describe("Maximum number of pools in each list."),
      cursor: z
        .string()
        .refine(isCursor, "must be next_cursor of an answer with the same filters")
        .optional()
        .describe("next_cursor of the previous page."),
    })
    .refine(({ min_apy = 0, max_apy = Infinity }) => !(min_apy > max_apy), {
      path: ["max_apy"],
      error: "must not be below min_apy; both lists could only be empty",
    })
    .refine(({ asset_class: list, cursor }) => list === "all" || !cursor || readCursor(cursor)[list] !== "end", {
      path: ["cursor"],
      error: "must be next_cursor of an answer with the same filters; the list asked for ends before it",
    })
    .refine(({ sort, cursor }) => !cursor || readCursor(cursor).sort === sort, {
      path: ["cursor"],
      error: "must be next_cursor of an answer with the same filters; this one is of another sort",
    }),
  response: z.object({
    stablecoin: z.array(Pool),
    bluechip: z.array(Pool),
    next_cursor: z.string().nullable().describe("Cursor of the next page of both lists. null: the lists end here."),
    counts: z
      .object({
        scanned: Count,
        eligible: Count,
        returned: Count,
        excluded: z.object({
          chain: Count,
          outlier: Count,
          apy_zero_or_absurd: Count,
          low_tvl: Count,
          short_history: Count,
          exploited: Count.optional().describe("The protocol was exploited within two years."),
          asset_class: Count,
          filter: Count,
        }),
      })
      .describe("Number of pools. scanned is the sum of eligible and excluded."),
    chains: z
      .array(
        z.object({
          chain: Chain,
          pools: Count.describe("Number of all pools of the chain."),
          best_apy: Apy.nullable(),
          median_apy: Apy.nullable(),
          status: z.enum(["ok", "missing"]).describe("missing: the provider lists no pool on this chain."),
        }),
      )
      .describe(
        "best_apy and median_apy: min(apy, apy_mean_30d) of sound stablecoin and blue-chip pools with at least $1 m, for every request.",
      ),
    benchmark: z
      .object({
        median_stable_apy: Apy.nullable(),
        tvl_weighted_stable_apy: Apy.nullable(),
        tbill_3m_pct: Pct.nullable().describe("Three-month United States treasury bill."),
      })
      .describe("Comparison with treasury bills: min(apy, apy_mean_30d) of the stablecoin pools in `chains`."),
    filters_applied: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
    attribution: z.array(z.string()),
    timestamp: DateTime,
    meta: Meta,
  }),
  exampleParams: { asset_class: "stablecoin", chain: "Ethereum", limit: "1" },
  example,
})
