import { z } from "zod"
import { defineContract } from "@/lib/api/contract"
import { CoinParam, DateTime, NoParams, MarketLabel } from "@/lib/api/fields"
import example from "./example.json" with { type: "json" }

const MarketPrice = z.object({
  coin: CoinParam,
  price: z.number().nullable().describe("Last traded price, US dollars. null: no price within its maximum age."),
  as_of: DateTime.nullable().describe("Time of the trade."),
  age_s: z.number().int().nonnegative().nullable().describe("Age of the price at the time of the answer."),
  source: z.string().nullable().describe("The provider of the price."),
  disputed: z.boolean().describe("The price of another provider differs by more than 1%."),
  change_24h_pct: z.number().nullable().describe("Against the hourly close 24h earlier, percent."),
  sparkline_7d: z
    .array(z.number())
    .describe("4h closes of the last seven days, oldest first. Empty if the terms of the sources forbid it."),
  sparkline_from: DateTime.nullable().describe("Time of the first of these closes."),
  next_close_at: DateTime.describe("The next 4h close, when the next call is made."),
})

/** Free prices for the market strip. Values are `null` and arrays empty where data is missing or may not be passed on. */
export const marketPricesContract = defineContract({
  id: "market_prices",
  path: "/market/prices",
  price: null,
  title: "Market prices",
  description: "Price, 24h change, 7d sparkline and next 4h close of BTC, ETH and SOL.",
  details: "Each price has its source and age.",
  tags: ["market"],
  pathParams: NoParams,
  queryParams: NoParams,
  response: z.object({
    timestamp: DateTime,
    mode: z.enum(["sandbox", "live"]).describe("sandbox: a simulated market, unless `market` is live."),
    ...MarketLabel,
    coins: z.array(MarketPrice),
    withheld: z
      .string()
      .nullable()
      .describe("Which data is left out because the terms of its source forbid it. null: none."),
  }),
  exampleParams: {},
  example,
})
