import { z } from "zod"
import { defineContract } from "@/lib/api/contract"
import { DateTime, MarketLabel, NoParams } from "@/lib/api/fields"
import example from "./example.json" with { type: "json" }

const PerpetualPrice = z.object({
  symbol: z.string().describe("Name of the coin at the venue; kPEPE is a thousand PEPE."),
  price: z.number().positive().describe("Mark price, US dollars."),
  change_24h_pct: z.number().nullable().describe("Against the mark price 24h earlier, percent. null: not known."),
  volume_24h_usd: z.number().nonnegative().describe("Value traded within 24h, US dollars."),
})

/** Free prices of many coins, for watchlists. No call is made on a coin beyond BTC, ETH and SOL. */
export const marketPerpetualsContract = defineContract({
  id: "market_perpetuals",
  path: "/market/perpetuals",
  price: null,
  title: "Prices of perpetual contracts",
  description: "Mark price, 24h change and volume of the most traded perpetual contracts.",
  details: "The answer names their source and age.",
  tags: ["market"],
  pathParams: NoParams,
  queryParams: NoParams,
  response: z.object({
    timestamp: DateTime,
    mode: z.enum(["sandbox", "live"]).describe("sandbox: a simulated market, unless `market` is live."),
    ...MarketLabel,
    source: z.string().nullable().describe("The venue of every contract. null: there are no current prices."),
    as_of: DateTime.nullable().describe("Time of the reading."),
    age_s: z.number().int().nonnegative().nullable().describe("Age of the reading at the time of the answer."),
    perpetuals: z.array(PerpetualPrice).describe("The highest volume first."),
    withheld: z.string().nullable().describe("Why there are no prices, if the terms of the source forbid it."),
  }),
  exampleParams: {},
  example,
})
