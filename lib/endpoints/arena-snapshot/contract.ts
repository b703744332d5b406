import { z } from "zod"
import { defineContract, type ResponseOf } from "@/lib/api/contract"
import { CoinParam, DateTime, Direction, Meta, NoParams } from "@/lib/api/fields"
import { integerParam } from "@/lib/api/number-param"
import {
  CoinOrAllParam,
  Count,
  Hash,
  Horizon,
  HorizonParam,
  Integrity,
  Interval95,
  KindParam,
} from "@/lib/api/record-fields"
import { ResourceVersion } from "@/lib/api/resource-version"
import example from "./example.json" with { type: "json" }

const Rate = z.number().min(0).max(1).nullable()

const Entry = z.object({
  id: z.string(),
  kind: z.enum(["house", "baseline"]).describe("house: computed from the sealed votes."),
  rank: z.number().int().positive().nullable().describe("Rank by score. null: incubating."),
  score: z
    .number()
    .nullable()
    .describe(
      "Lower bound of the Sharpe ratio. It is 0 for cash, so a contestant that ranks below cash has not shown more than cash.",
    ),
  state: z
    .enum(["ranked", "incubating"])
    .describe("incubating: fewer than 30 effective windows, too few for a conclusion."),
  settled: Count,
  n_effective: z.number().nonnegative(),
  hit_rate: Rate.describe("Share of its long windows that closed higher."),
  hit_rate_ci95: Interval95,
  expectancy: z.number().nullable().describe("Mean net return of its long windows, as a fraction."),
  equity_usd: z.number().positive(),
  return_pct: z.number(),
  sharpe: z
    .number()
    .nullable()
    .describe("Annual Sharpe ratio of daily paper returns. null also if it was never invested."),
  sharpe_ci95: Interval95,
  sharpe_shrunk: z
    .number()
    .nullable()
    .describe("Posterior mean of the Sharpe ratio under the prior N(0.3, 0.5²). It is not used for the rank."),
  skill_vs_always_long: z
    .object({ mean: z.number(), ci95: Interval95 })
    .nullable()
    .describe("Mean difference of the gross return per window to being always long."),
  p_best: Rate.describe(
    "Probability that its true Sharpe ratio is the highest of all here, under the prior N(0.3, 0.5²) and as if days were " +
      "independent. A young record leaves nearly equal shares.",
  ),
  p_beats_hold: Rate.describe(
    "Probability that its true Sharpe ratio is above that of always_long, under the same assumptions. It stays near 0.5 while the record is short. null for always_long.",
  ),
  percentile_among_coin_flips: Rate.describe("Share of 100 coin-flippers with the same costs that ended lower."),
  days_until_distinguishable: z
    .number()
    .int()
    .nonnegative()
    .nullable()
    .describe(
      "Further days until its Sharpe ratio is 1.96 standard errors above that of always_long, if both continue as before. null: it is not above.",
    ),
  max_drawdown: z.number().max(0),
  exposure: z.number(),
  trades: Count,
  last_10: z.array(z.enum(["W", "L", "–"])).describe("The last ten settled windows, newest first. –: it was not long."),
  stance: z
    .array(z.object({ coin: CoinParam, weight: z.number() }))
    .nullable()
    .describe("Target weights now. null for the house, whose weights are part of the paid answers."),
  curve: z.array(z.object({ t: DateTime, equity_usd: z.number() })),
})

const OpenCall = z.object({
  id: z.string(),
  coin: CoinParam,
  horizon: Horizon,
  opened_at: DateTime,
  settles_at: DateTime,
  entry_price: z.number(),
  commitment: Hash,
  prev_hash: Hash,
  hash: Hash,
})

const SettledRow = z.object({
  id: z.string(),
  coin: CoinParam,
  horizon: Horizon,
  direction: Direction,
  confidence: z.number(),
  entry_price: z.number(),
  exit_price: z.number(),
  return_pct: z.number(),
  outcome: z.enum(["WIN", "LOSS", "NEUTRAL", "VOID"]),
  settled_at: DateTime,
  record: z.record(z.string(), z.unknown()).describe("The sealed document: its canonical JSON was committed to."),
  nonce: z.string(),
  commitment: Hash,
  prev_hash: Hash,
  hash: Hash,
})

/** Paper trading results of the signal and of simple rules, computed from sealed records only. */
export const arenaContract = defineContract({
  id: "arena_snapshot",
  path: "/arena/snapshot",
  price: null,
  title: "Arena",
  description: "Paper trading of the signal and its categories beside simple rules and coin-flippers.",
  tags: ["track-record", "arena"],
  pathParams: NoParams,
  queryParams: z.object({
    coin: CoinOrAllParam,
    horizon: HorizonParam,
    kind: KindParam,
    limit: integerParam({ min: 1, max: 50 }).default(20).describe("Settled rows, 1 to 50."),
  }),
  response: z.object({
    season: z.string(),
    rules_version: z.string(),
    as_of: DateTime,
    started_at: DateTime.nullable(),
    replayed_until: DateTime.nullable().describe("One day in the past, so that no equity reveals an open call."),
    days: Count.describe("Number of daily returns behind each Sharpe ratio."),
    kind: z.enum(["live_paper", "replay"]),
    horizon: Horizon,
    coin: z.string(),
    cost_model: z.string(),
    entries: z.array(Entry),
    coin_flip_band: z
      .object({ p05: z.number(), p50: z.number(), p95: z.number() })
      .nullable()
      .describe(
        "Range of return_pct of 100 coin-flippers. Each flips once in 8 days per coin, so it trades about as often as the signal.",
      ),
    rank_persistence: z
      .number()
      .min(-1)
      .max(1)
      .nullable()
      .describe(
        "Rank correlation of Sharpe ratios between the two halves of the record. Near 0: leaders of the first half do not stay leaders.",
      ),
    open_calls: z.array(OpenCall),
    recently_settled: z.array(SettledRow),
    next_settlement_at: DateTime.nullable(),
    versions: z.record(z.string(), ResourceVersion).describe("The newest version of each paid path, as in /versions."),
    counts: z.object({
      changes_24h: Count.describe("Changes of direction on the newest revealed day."),
      degraded_24h: Count,
    }),
    notes: z.array(z.string()),
    integrity: Integrity,
    meta: Meta,
  }),
  exampleParams: { limit: "20", horizon: "24h" },
  example,
})

export type Arena = ResponseOf<typeof arenaContract>
