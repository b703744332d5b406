import { z } from "zod"
import { INTERVALS } from "@/lib/domain/market/candle"
import { defineContract } from "@/lib/api/contract"
import { CoinParam, DateTime, NoParams, MarketLabel } from "@/lib/api/fields"
import { integerParam } from "@/lib/api/number-param"
import example from "./example.json" with { type: "json" }

const MAX_CANDLES = 500

const Candle = z.object({
  t: DateTime.describe("Open time."),
  o: z.number(),
  h: z.number(),
  l: z.number(),
  c: z.number(),
  v: z.number().describe("Volume in the coin."),
})

/** Free closed candles for charts. */
export const marketCandlesContract = defineContract({
  id: "market_candles",
  path: "/market/candles",
  price: null,
  title: "Candles",
  description: "Closed candles of a coin in US dollars. Withheld where terms forbid it.",
  details: "The answer names their source and age.",
  tags: ["market"],
  pathParams: NoParams,
  queryParams: z.object({
    coin: CoinParam,
    interval: z.enum(INTERVALS).default("4h").describe("Length of a candle. Days open at 00:00 UTC."),
    limit: integerParam({ min: 1, max: MAX_CANDLES })
      .default(180)
      .describe(`Number of candles, newest last, 1 to ${MAX_CANDLES}.`),
  }),
  response: z.object({
    coin: CoinParam,
    interval: z.enum(INTERVALS),
    candles: z.array(Candle).describe("Closed candles, oldest first. Candles can be missing."),
    source: z.string().nullable().describe("The provider. null: no candles within their maximum age."),
    as_of: DateTime.nullable().describe("Time of the last close."),
    age_s: z.number().int().nonnegative().nullable().describe("Time since the last close."),
    withheld: z.string().nullable().describe("Why candles are left out. null: they are not."),
    mode: z.enum(["sandbox", "live"]),
    ...MarketLabel,
    timestamp: DateTime,
  }),
  exampleParams: { coin: "BTC", interval: "4h", limit: "180" },
  example,
})
