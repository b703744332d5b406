import { z } from "zod"
import { YIELD_CHAINS } from "@/lib/domain/defi/asset-class"
import { RISK_PROFILES } from "@/lib/domain/defi/profile"
import { parseUsdc } from "@/lib/domain/usdc"
import { defineContract } from "@/lib/api/contract"
import { inOneOrder } from "@/lib/api/list-param"
import { Apy, Chain, Pct, PoolRisk, Usd } from "@/lib/api/defi-fields"
import { DateTime, Meta, NoParams } from "@/lib/api/fields"
import { numberParam } from "@/lib/api/number-param"
import example from "./example.json" with { type: "json" }

const Horizon = z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(365)])

/** A repeated name has no effect. */
const CHAIN_LIST = new RegExp(`^(?:all|(?:${YIELD_CHAINS.join("|")})(?:,(?:${YIELD_CHAINS.join("|")}))*)$`)

const Weight = z.number().int().min(0).max(100).describe("Whole percent of the amount.")

const Pool = z.object({
  kind: z.literal("pool"),
  pool_id: z.string(),
  project: z.string(),
  project_name: z.string().optional().describe("As in /yields."),
  chain: Chain,
  symbol: z.string(),
  url: z.string(),
  weight_pct: Weight,
  amount_usd: Usd,
  apy: Apy,
  apy_base: Apy.nullable(),
  apy_reward: Apy.nullable(),
  expected_yield_usd: Usd.describe(
    "Over the horizon, at the lower of today's yield and its 30-day mean, compounded: amount · ((1 + apy)^(days/365) − 1).",
  ),
  risk: PoolRisk,
  why: z.array(z.string()),
  exit: z.object({
    lockup_days: z
      .number()
      .int()
      .nonnegative()
      .nullable()
      .describe("Lock-up in days. null: the note of the pool names none."),
    tvl_usd: Usd,
    size_vs_tvl_pct: Pct,
  }),
})

const Cash = z.object({
  kind: z.literal("cash"),
  project: z.literal("CASH"),
  weight_pct: Weight,
  amount_usd: Usd,
  why: z.array(z.string()),
})

const Constraints = z.object({
  min_tvl_usd: Usd,
  min_history_days: z.number().int(),
  max_apy: Apy,
  max_reward_share_pct: Pct.nullable(),
  max_protocol_pct: Pct,
  max_chain_pct: Pct.describe("Maximum part on one chain, percent. 100: the request names one chain."),
  max_size_vs_tvl_pct: Pct,
  il_allowed: z.enum(["none", "known_legs", "any"]),
  min_protocol_age_days: z.number().int().nullable(),
  hack_free_days: z.number().int(),
})

/** Proposed pools for an amount within the limits of a risk profile, with possible losses. */
export const defiRecommendContract = defineContract({
  id: "defi_recommend",
  path: "/defi/recommend",
  price: parseUsdc("0.10"),
  title: "DeFi yield strategy",
  description: "Allocation of an amount over yield pools for a risk profile, with the worst case.",
  tags: ["defi", "yields", "portfolio"],
  freshness: { changesWith: "pools", needs: ["pools", "trust"] },
  pathParams: NoParams,
  queryParams: z.object({
    risk: z.enum(RISK_PROFILES).default("moderate").describe("Risk profile."),
    capital: numberParam({ min: 100, max: 10_000_000 }).default(10_000).describe("Amount to allocate, US dollars."),
    horizon_days: z
      .enum(["7", "30", "90", "365"])
      .transform(Number)
      .pipe(Horizon)
      .default(30)
      .describe("Days that the yield is expected for."),
    chains: z
      .string()
      .regex(CHAIN_LIST, `must be all, or a comma separated list of ${YIELD_CHAINS.join(", ")}`)
      .transform(inOneOrder)
      .default("all")
      .describe("Chains, comma separated, or all."),
    exclude: z
      .string()
      .regex(/^(?:[a-z0-9.-]{1,60}(?:,[a-z0-9.-]{1,60}){0,19})?$/, "must be up to 20 protocol slugs, comma separated")
      .transform(inOneOrder)
      .default("")
      .describe("Protocol slugs, comma separated. One without a version, such as aave, leaves out all of them."),
  }),
  response: z.object({
    risk: z.enum(RISK_PROFILES),
    amount_usd: Usd,
    horizon_days: z.number().int(),
    status: z
      .enum(["OK", "PARTIAL", "NO_CANDIDATES"])
      .describe("PARTIAL: the limits leave a part in cash, or fewer than three pools. Limits are never relaxed."),
    allocations: z
      .array(z.discriminatedUnion("kind", [Pool, Cash]))
      .describe("Weights add up to 100 with cash, and amounts add up to the requested amount."),
    portfolio: z.object({
      blended_apy: Apy.describe("Yield of today, which can be a spike and can be above range_apy80."),
      blended_apy_haircut: Apy.describe("Today's base yield plus half of today's rewards."),
      expected_apy: Apy.optional().describe(
        "Yield at the lower of today's yield and its 30-day mean. It is the centre of range_apy80.",
      ),
      range_apy80: z
        .tuple([Apy, Apy])
        .describe("80% range from the dispersion of the pools, which are assumed to move together."),
      expected_yield_usd: Usd.describe("The sum of the allocations."),
      diversification: z.object({
        projects: z.number().int(),
        chains: z.number().int(),
        max_project_pct: Pct,
        max_chain_pct: Pct,
      }),
      stablecoin_pct: Pct.describe("Part in stablecoins, cash included, percent."),
    }),
    worst_case: z.object({
      assumption: z.literal("largest single protocol lost in full"),
      loss_usd: Usd,
      loss_pct: Pct,
      months_of_yield_to_recover: z
        .number()
        .nullable()
        .describe(
          "The loss, measured in months of the expected yield of the whole amount. After a loss the rest earns less.",
        ),
    }),
    constraints: Constraints,
    gas: z
      .object({
        chain: Chain,
        transactions: z.number().int().describe("One deposit and one withdrawal per pool on this chain."),
        breakeven_usd_per_transaction: Usd.describe(
          "Fee per transaction above which fees exceed the expected yield of the horizon, US dollars.",
        ),
        note: z.string(),
      })
      .nullable()
      .describe("Fees on the chain where they have the largest effect."),
    eligible: z.number().int().nonnegative().describe("Number of pools that meet every limit."),
    runners_up: z
      .array(
        z.object({
          pool_id: z.string(),
          project: z.string(),
          project_name: z.string().optional(),
          chain: Chain,
          symbol: z.string(),
          apy: Apy,
          reason: z.string(),
        }),
      )
      .describe("Up to five pools that meet every limit and got no allocation, best first, with the reason."),
    excluded: z
      .array(
        z.object({
          pool_id: z.string(),
          project: z.string(),
          project_name: z.string().optional(),
          symbol: z.string(),
          apy: Apy,
          reason: z.string(),
        }),
      )
      .describe("The ten highest yields of excluded pools with at least $1 m, with the first limit that each breaks."),
    rebalance_triggers: z.array(z.object({ pool_id: z.string(), metric: z.string(), condition: z.string() })),
    comparison: z
      .object({
        tbill_3m_pct: Pct.nullable(),
        hold_stablecoin_pct: z.literal(0),
        conservative_apy: Apy.nullable(),
        moderate_apy: Apy.nullable(),
        aggressive_apy: Apy.nullable(),
      })
      .describe("expected_apy of the same request with each profile. null: no pool meets its limits."),
    attribution: z.array(z.string()),
    timestamp: DateTime,
    meta: Meta,
  }),
  exampleParams: { risk: "conservative", capital: "10000" },
  example,
})
