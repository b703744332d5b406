import { z } from "zod"
import { parseUsdc } from "@/lib/domain/usdc"
import { defineContract } from "@/lib/api/contract"
import { DateTime, Meta, NoParams } from "@/lib/api/fields"

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
  description: "Public companies that hold bitcoin: amounts, cost, concentration, and purchases and sales of 90 days.",
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
  example: {
    total_companies: 124,
    total_btc: 1_272_129.02,
    btc_price_usd: 96_412.5,
    total_value_usd: 122_649_139_141,
    top_holders: [
      {
        company: "Strategy",
        ticker: "MSTR",
        country: "US",
        btc_holdings: 843_738,
        share_of_supply_pct: 4.0178,
        avg_cost_basis: 75_698.93,
        value_usd: 81_346_889_925,
        unrealised_pnl_usd: 17_476_826_125,
        unrealised_pnl_pct: 27.36,
        last_purchase_date: "2026-11-16",
        last_purchase_amount: 535,
      },
      {
        company: "XXI",
        ticker: "XXI",
        country: "US",
        btc_holdings: 43_514,
        share_of_supply_pct: 0.2072,
        value_usd: 4_195_293_525,
      },
    ],
    recent_purchases: [
      {
        company: "Strategy",
        date: "2026-11-16",
        btc_amount: 535,
        value_usd: 42_981_900,
        source: "www.sec.gov",
        url: "https://www.sec.gov/Archives/edgar/data/1050446/",
        filing_url: "https://www.sec.gov/Archives/edgar/data/1050446/000119312526000001/form-8k.htm",
        basis: "reported",
      },
    ],
    recent_sales: [],
    concentration: { top1_pct: 66.32, top5_pct: 78.4 },
    net_change_30d_btc: 535,
    trades_known_for: 1,
    data_sources: ["Data provided by CoinGecko (https://www.coingecko.com)"],
    timestamp: "2026-11-20T12:00:05.000Z",
    meta: {
      as_of: "2026-11-20T06:00:00.000Z",
      mode: "sandbox",
      method_version: "treasuries-2026.11-3",
      sources: [{ name: "coingecko", as_of: "2026-11-20T06:00:00.000Z", age_s: 21_605 }],
      abstaining: [],
      degraded: [],
      disclaimer: "Holdings are as disclosed and lag behind trades. Research, not advice.",
    },
  },
})
