import { z } from "zod"
import { parseUsdc } from "@/lib/domain/usdc"
import { defineContract } from "@/lib/api/contract"
import { DateTime, Meta, NoParams } from "@/lib/api/fields"
import example from "./example.json" with { type: "json" }

const Btc = z.number().describe("Amount in bitcoin.")
const Usd = z.number().describe("US dollars.")

const Holder = z.object({
  company: z.string(),
  ticker: z.string().optional(),
  country: z.string().optional().describe("ISO 3166 alpha-2."),
  btc_holdings: Btc,
  share_of_supply_pct: z.number().describe("Percent of 21 million."),
  avg_cost_basis: Usd.optional().describe("US dollars per coin. Absent where the cost is not disclosed."),
  value_usd: Usd.optional().describe("US dollars at `btc_price_usd`."),
  unrealised_pnl_usd: Usd.optional().describe(
    "Unrealised profit or loss against the cost, US dollars. Absent if the cost is not disclosed.",
  ),
  unrealised_pnl_pct: z.number().optional(),
  last_purchase_date: z.iso.date().optional(),
  last_purchase_amount: Btc.optional(),
})

const Trade = z.object({
  company: z.string(),
  date: z.iso.date(),
  btc_amount: Btc.positive(),
  value_usd: Usd.nullable(),
  source: z.string().describe("Host of the filing or announcement, or the data source."),
  url: z.string().nullable(),
  filing_url: z.string().nullable().describe("The company's 8-K on EDGAR around that day."),
  basis: z
    .enum(["reported", "observed"])
    .describe("observed: the holding differs between two of our readings; the date is that of the later one."),
})

/** Public companies that hold bitcoin, and their recent purchases and sales. */
export const institutionsContract = defineContract({
  id: "institutions",
  path: "/institutions",
  price: parseUsdc("0.05"),
  title: "Corporate bitcoin holdings",
  description: "Public companies that hold bitcoin: amounts, cost, concentration, and trades of 90 days.",
  tags: ["bitcoin", "treasuries", "institutions"],
  freshness: { changesWith: "treasuries", needs: ["treasuries"] },
  pathParams: NoParams,
  queryParams: NoParams,
  response: z.object({
    total_companies: z.number().int().nonnegative(),
    total_btc: Btc,
    btc_price_usd: Usd.nullable(),
    total_value_usd: Usd.nullable(),
    top_holders: z.array(Holder).describe("The 50 largest, largest first."),
    recent_purchases: z.array(Trade).describe("Last 90 days, newest first, at most 50."),
    recent_sales: z.array(Trade).describe("Last 90 days, newest first, at most 50."),
    concentration: z.object({
      top1_pct: z.number().describe("Share of the largest holder in `total_btc`, percent."),
      top5_pct: z.number(),
    }),
    net_change_30d_btc: Btc.nullable().describe(
      "Purchases minus sales of the companies with known trades. null: no trade is known.",
    ),
    trades_known_for: z.number().int().nonnegative().describe("Companies with at least one known trade."),
    data_sources: z.array(z.string()),
    timestamp: DateTime,
    meta: Meta,
  }),
  exampleParams: {},
  example,
})
