import { z } from "zod"
import { defineContract } from "@/lib/api/contract"
import { CoinParam, CoinPathParam, DateTime, Meta, NoParams } from "@/lib/api/fields"
import { VenuePartField } from "@/lib/api/venue-fields"
import { parseUsdc } from "@/lib/domain/usdc"
import example from "./example.json" with { type: "json" }

const Known = z.number().nullable()
const Percentile = z
  .number()
  .min(0)
  .max(1)
  .nullable()
  .describe("Share of the last 30 days at or below. null: under 10 days.")
const Parts = z.array(VenuePartField)
const Days = z
  .array(z.object({ date: z.iso.date(), value: z.number() }))
  .describe("Oldest first. A day without a value is absent.")

const History = z
  .object({
    total: Days.describe("Over the venues that have a month, on days that each of them has."),
    venues: z.array(z.object({ venue: z.string(), days: Days })),
  })
  .describe("Up to 30 UTC days; the newest is not over.")

/** `/derivatives/{coin}`: unknown is null, never 0. */
export const derivativesContract = defineContract({
  id: "derivatives",
  path: "/derivatives/{coin}",
  price: parseUsdc("0.05"),
  title: "Derivatives by venue",
  description:
    "Open interest, funding, basis, long/short, taker flow, liquidations and carry by venue and in sum, with 30 days of each.",
  details: "It also says how crowded the market is.",
  tags: ["market", "crypto"],
  freshness: { changesWith: "openInterest", needs: ["price", "openInterest"] },
  pathParams: z.object({ coin: CoinPathParam }),
  queryParams: NoParams,
  response: z.object({
    coin: CoinParam,
    price: z.number().positive().describe("US dollars."),
    open_interest: z.object({
      total_base: z.number().describe("Sum of the venues in coins, one side of each contract."),
      total_usd: z.number(),
      change_24h_pct: Known.describe("In coins, on the venues that were known 24 hours ago."),
      venues: Parts,
    }),
    funding: z.object({
      paid_8h_pct: Known.describe("Newest settled rate, mean by open interest."),
      annual_pct: Known,
      predicted_8h_pct: Known.describe(
        "Rate of the settlement to come, mean by open interest of the venues that give one.",
      ),
      venues: z.array(
        z.object({
          venue: z.string(),
          paid_8h_pct: Known,
          predicted_8h_pct: Known,
          share: z.number().min(0).max(1).describe("Part of the open interest."),
        }),
      ),
    }),
    basis: z.object({ mean_pct: Known.describe("Contract over index, mean by open interest."), venues: Parts }),
    long_short: z.object({
      ratio: Known.describe("Accounts that are long per account that is short, mean by open interest."),
      venues: Parts,
    }),
    taker: z.object({
      buy_base_24h: Known,
      sell_base_24h: Known,
      buy_share_24h: z.number().min(0).max(1).nullable(),
      venues: z
        .array(
          z.object({
            venue: z.string(),
            buy_base_24h: z.number(),
            sell_base_24h: z.number(),
            age_s: z.number().int().nonnegative().describe("Since the end of its newest hour."),
          }),
        )
        .describe("Venues with at least 23 of the last 24 closed hours; the sums are theirs."),
    }),
    liquidations: z.object({
      total_base_24h: Known.describe("Coins closed by force, both sides together, on the venues that publish them."),
      total_usd_24h: Known,
      last_hour_percentile: Percentile.describe(
        "Share of the hours of 30 days below the newest closed hour, equal hours half.",
      ),
      venues: Parts,
      by_hour: z
        .array(
          z.object({
            hour: DateTime.describe("Start of the hour."),
            total_base: z.number(),
            long_base: Known.describe("null: no permitted venue publishes the side."),
            short_base: Known,
          }),
        )
        .describe("The last 24 closed hours, oldest first."),
    }),
    carry: z
      .array(
        z.object({
          venue: z.string(),
          funding_annual_7d_pct: Known.describe("What a long paid in 7 days, as a year. Negative: longs were paid."),
          funding_annual_30d_pct: Known,
          basis_annual_pct: Known.describe("The basis of now, if it were paid at each of 1,095 settlements a year."),
        }),
      )
      .describe("Short perpetual and long coin earn the funding, before fees and without a promise."),
    crowding: z.object({
      percentile: Percentile.describe(
        "Mean of the percentiles below: near 1 the longs are crowded, near 0 the shorts are.",
      ),
      funding_percentile: Percentile,
      open_interest_percentile: Percentile,
      long_short_percentile: Percentile,
      basis_percentile: Percentile,
    }),
    history_30d: z.object({
      open_interest_base: History,
      funding_8h_pct: History,
      basis_pct: History,
      long_short_ratio: History,
      taker_buy_share: History,
      liquidations_base: History,
    }),
    timestamp: DateTime,
    meta: Meta,
  }),
  exampleParams: { coin: "BTC" },
  example,
})
