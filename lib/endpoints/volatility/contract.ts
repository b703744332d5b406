import { z } from "zod"
import { defineContract } from "@/lib/api/contract"
import { CallMeta, CoinParam, CoinPathParam, DateTime, NoParams, PriceOfRecord } from "@/lib/api/fields"
import { callFreshness } from "@/lib/api/freshness"
import { parseUsdc } from "@/lib/domain/usdc"
import example from "./example.json" with { type: "json" }
import { EventMove, Expiry, Quality, RealisedPremium, Term, VolatilityIndex } from "./fields"

/** What options imply about a coin, beside our forecast. */
export const volatilityContract = defineContract({
  id: "volatility",
  path: "/volatility/{coin}",
  price: parseUsdc("0.05"),
  title: "Implied and forecast volatility",
  description: "Volatility, skew and moves that options imply, by expiry and macro event, beside our forecast.",
  details: "The forecast comes with its error.",
  tags: ["risk", "trading", "crypto"],
  freshness: { ...callFreshness, changesWith: "options", needs: ["price", "options"] },
  pathParams: z.object({ coin: CoinPathParam }),
  queryParams: NoParams,
  response: z.object({
    coin: CoinParam,
    price: z.number().positive().describe("Current price, US dollars."),
    ...PriceOfRecord,
    index: VolatilityIndex.nullable().describe("null: Deribit has no index of this coin."),
    terms: z.array(Term).min(1).describe("Options and our forecast at the same horizons, 1 hour to 30 days."),
    premium: RealisedPremium.nullable().describe("null: no index, or fewer than 30 days of candles."),
    expiries: z.array(Expiry).min(1),
    events: z
      .array(EventMove)
      .describe("CPI, FOMC and NFP between two expiries that are at most 36 days apart, by time."),
    quality: Quality,
    timestamp: DateTime,
    meta: CallMeta,
  }),
  exampleParams: { coin: "BTC" },
  example,
})
