import { z } from "zod"
import { TOKEN_EXCLUSIONS } from "@/lib/domain/dex/scan-tokens"
import { TOKEN_FLAGS, TOKEN_VERDICTS } from "@/lib/domain/dex/token-flags"
import { parseUsdc } from "@/lib/domain/usdc"
import { defineContract } from "@/lib/api/contract"
import { inOneOrder } from "@/lib/api/list-param"
import { DateTime, Meta, NoParams } from "@/lib/api/fields"
import { integerParam, numberParam } from "@/lib/api/number-param"
import example from "./example.json" with { type: "json" }

const Usd = z.number().nullable().describe("US dollars. null: unknown.")
const Pct = z.number().nullable().describe("Percent. null: unknown.")
const Count = z.number().int().nonnegative()
const Known = z.boolean().nullable().describe("null: unknown.")
const Verdict = z.enum(TOKEN_VERDICTS)
const Points = z.number().nonnegative()

/** Other names of chains. They are rejected with the name of DexScreener, because their lists would always be empty. */
const namedByDexScreener: Readonly<Record<string, string>> = {
  eth: "ethereum",
  sol: "solana",
  bnb: "bsc",
  binance: "bsc",
  matic: "polygon",
  polygon_pos: "polygon",
  arb: "arbitrum",
  op: "optimism",
  avax: "avalanche",
}

const flagList = new RegExp(`^(?:(?:${TOKEN_FLAGS.join("|")})(?:,(?:${TOKEN_FLAGS.join("|")}))*)?$`)

const Security = z
  .object({
    provider: z.string().nullable().describe("Scanner that checked the contract. null: the contract was not checked."),
    checked_at: DateTime.nullable(),
    open_source: Known.optional().describe("The source code is public. null: unknown."),
    honeypot: Known,
    buy_tax_pct: Pct,
    sell_tax_pct: Pct,
    tax_modifiable: Known.optional().describe("The tax can be raised. null: unknown."),
    sell_limited: Known.optional().describe("A holder cannot sell everything. null: unknown."),
    mintable: Known.describe("An account can raise the supply. false if the owner has given up the contract."),
    freezable: Known,
    hidden_owner: Known,
    ownership_reclaimable: Known.optional().describe("Ownership that was given up can be taken back. null: unknown."),
    balance_modifiable: Known.optional().describe("An account can change balances of holders. null: unknown."),
    self_destruct: Known.optional().describe("The contract can be destroyed. null: unknown."),
    proxy: Known,
    lp_locked_pct: Pct,
    top10_pct: Pct.describe(
      "Part of the supply in the ten largest holdings, without pools, lockers and burned tokens.",
    ),
    creator_pct: Pct,
    honeypot_same_creator: Known,
  })
  .describe("Result of a security scanner for the contract. Unknown does not mean safe.")

const Token = z.object({
  rank: z.number().int().positive(),
  chain: z.string(),
  address: z.string(),
  symbol: z.string(),
  name: z.string(),
  pair_address: z.string(),
  dex: z.string(),
  url: z.string(),
  price_usd: Usd,
  price_change_pct: z.object({ m5: Pct, h1: Pct, h6: Pct, h24: Pct }),
  liquidity_usd: Usd,
  volume_h24_usd: Usd,
  fdv_usd: Usd,
  market_cap_usd: Usd,
  pair_created_at: DateTime.nullable(),
  age_h: z.number().nullable(),
  txns_h24: z.object({
    buys: Count.nullable(),
    sells: Count.nullable(),
    buyers: Count.nullable().describe("Distinct wallets."),
    sellers: Count.nullable(),
  }),
  vol_liq_ratio: z.number().nullable(),
  fdv_liq_ratio: z.number().nullable(),
  score: z.number().min(0).max(100).describe("Sum of `components` minus `penalties`, within 0 and 100."),
  components: z
    .object({
      liquidity: Points.max(30),
      volume: Points.max(20),
      flow: Points.max(15),
      age: Points.max(10),
      momentum: Points.max(15),
      transparency: Points.max(10),
    })
    .describe("Where the values of the lists may not be sold, each counts the lower end of a wide class of its value."),
  penalties: z.array(
    z.object({
      flag: z
        .enum([...TOKEN_FLAGS, "NOT_CHECKED"])
        .describe("NOT_CHECKED: no source has checked the contract. The others are `flags` of the token."),
      points: Points,
    }),
  ),
  boosted: z.boolean().describe("Boosts are paid advertising. They lower the score."),
  boost_amount: z.number().nullable(),
  trending_rank: z.number().int().positive().nullable(),
  security: Security,
  flags: z.array(
    z.object({ code: z.enum(TOKEN_FLAGS), severity: z.enum(["INFO", "WARN", "DANGER"]), evidence: z.string() }),
  ),
  verdict: Verdict.describe(
    "AVOID: a danger. NOT_CHECKED: the contract was not checked. CAUTION: a warning, an unknown fact or a low score. WATCH: none of these. No verdict is advice to buy.",
  ),
  unknown_count: Count.describe("Number of unknown security facts, of those in `security`."),
  unknown: z.array(z.string()).describe("The unknown security facts, by their names in `security`."),
})

/** Trending and advertised tokens with a score that can be recomputed by hand. */
export const dexAlphaContract = defineContract({
  id: "dex_alpha",
  path: "/dex/alpha",
  price: parseUsdc("0.05"),
  title: "DEX token scanner",
  description: "Trending and boosted tokens scored by an open model, with contract checks and warnings.",
  details: "Paid boosts are marked and lower the score.",
  tags: ["dex", "tokens", "scanner"],
  freshness: { changesWith: "tokens", needs: ["tokens"] },
  pathParams: NoParams,
  queryParams: z
    .object({
      chain: z
        .string()
        .regex(/^(?=.*[a-z])[a-z0-9_-]{2,30}$/, "must be a chain name such as solana or base")
        .refine((name) => !Object.hasOwn(namedByDexScreener, name), {
          error: ({ input }) => `must be ${namedByDexScreener[String(input)]}, as DexScreener names it`,
        })
        .default("all")
        .describe("DexScreener's name, or all. Answers name chains in the same way."),
      min_liquidity_usd: numberParam({ min: 0, max: 1e12 })
        .default(20_000)
        .describe(
          "US dollars, at least. Where values may not be sold, only whole classes (1, 2 and 5 times 10ⁿ) qualify.",
        ),
      min_age_h: numberParam({ min: 0, max: 1e6 }).optional().describe("Minimum hours since the pair was created."),
      max_age_h: numberParam({ min: 0, max: 1e6 })
        .optional()
        .describe("Maximum hours since the pair was created; not below min_age_h."),
      include_boosted: z
        .enum(["true", "false"])
        .default("true")
        .describe("false: leaves out tokens with paid advertising."),
      exclude_flags: z
        .string()
        .regex(flagList, `must be a comma separated list of ${TOKEN_FLAGS.join(", ")}`)
        .transform(inOneOrder)
        .default("")
        .describe("Flags of tokens to leave out, comma separated."),
      verdict: Verdict.optional().describe("Only tokens with this verdict."),
      limit: integerParam({ min: 1, max: 50 }).default(20).describe("Maximum number of tokens."),
    })
    .refine(({ min_age_h = 0, max_age_h = Infinity }) => !(min_age_h > max_age_h), {
      path: ["max_age_h"],
      error: "must not be below min_age_h; the list could only be empty",
    }),
  response: z.object({
    tokens: z.array(Token).describe("Best score first."),
    counts: z
      .object({
        boosted_seen: Count,
        trending_seen: Count,
        scored: Count,
        returned: Count,
        excluded: z.record(z.enum(TOKEN_EXCLUSIONS), Count),
      })
      .describe("Tokens that qualify: scored minus the sum of excluded. `limit` can reduce the list further."),
    scoring: z.string().describe("The model in one line."),
    attribution: z.array(z.string()),
    timestamp: DateTime,
    meta: Meta,
  }),
  exampleParams: { chain: "solana", limit: "1" },
  example,
})
