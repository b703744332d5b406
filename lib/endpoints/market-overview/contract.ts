import { COINS } from "@/lib/domain/market/coin"
import { parseUsdc } from "@/lib/domain/usdc"
import { defineContract } from "@/lib/api/contract"
import { NoParams } from "@/lib/api/fields"
import { callFreshness } from "@/lib/api/freshness"
import example from "./example.json" with { type: "json" }
import { MarketOverviewAnswer } from "./fields"

/** The whole market on one page: three votes and everything they rest on. */
export const marketOverviewContract = defineContract({
  id: "market_overview",
  path: "/market/overview",
  price: parseUsdc("0.10"),
  title: "Market overview",
  description: "Signals and prices of BTC, ETH and SOL, fear & greed, flows, derivatives and macro in one answer.",
  tags: ["market", "macro", "crypto"],
  freshness: { ...callFreshness, changesWith: "dominance", coins: COINS },
  pathParams: NoParams,
  queryParams: NoParams,
  response: MarketOverviewAnswer,
  exampleParams: {},
  example,
})
