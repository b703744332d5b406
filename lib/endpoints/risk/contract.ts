import { z } from "zod"
import { parseUsdc } from "@/lib/domain/usdc"
import { defineContract, type ResponseOf } from "@/lib/api/contract"
import { CoinPathParam } from "@/lib/api/fields"
import { callFreshness } from "@/lib/api/freshness"
import { heldParam } from "@/lib/api/held-param"
import { numberParam } from "@/lib/api/number-param"
import example from "./example.json" with { type: "json" }
import { RiskAnswer } from "./fields"

/** Stop, targets, size and costs of a trade in the direction of the vote, each level with its odds. */
export const riskContract = defineContract({
  id: "risk",
  path: "/risk/{coin}",
  price: parseUsdc("0.10"),
  title: "Risk plan",
  description: "ATR stop, 1R to 3R targets with their odds, support and resistance, position size, costs.",
  tags: ["risk", "trading", "crypto"],
  freshness: callFreshness,
  pathParams: z.object({ coin: CoinPathParam }),
  queryParams: z.object({
    capital: numberParam({ min: 100, max: 1_000_000_000 }).default(10_000).describe("Capital, US dollars."),
    risk_pct: numberParam({ min: 0.05, max: 10 }).default(1).describe("Loss at the stop, percent of the capital."),
    size: numberParam({ min: 10, max: 100_000_000 })
      .optional()
      .describe("Trade size in US dollars. Its cost is shown by venue."),
    held: heldParam
      .optional()
      .describe(
        "Open positions: BTC:long:0.5,SOL:short:1. The position size takes them into account; comma separated or repeated. The number is " +
          "the percent of the capital that the position loses at its stop.",
      ),
  }),
  lists: ["held"],
  response: RiskAnswer,
  exampleParams: { coin: "BTC", capital: "25000", risk_pct: "0.5", held: "ETH:long:0.5" },
  example,
})

export type Risk = ResponseOf<typeof riskContract>
