import { z } from "zod"
import { DateTime } from "@/lib/api/fields"

/** Questions of one event that an answer shows. */
export const MAX_QUESTIONS_PER_EVENT = 6
/** Contracts of the order whose fee is stated. */
export const FEE_CONTRACTS = 100

const Probability = z.number().min(0).max(1)
const Price = z.number().gt(0).lt(1)
const Count = z.number().int().nonnegative()

const MarketQuestion = z.object({
  venue: z.string().describe("The prediction market."),
  ticker: z.string().describe("The venue's name of the contract."),
  kind: z
    .enum(["touch", "close"])
    .describe("touch: is the price ever beyond the level until `until`? close: is it beyond the level at `until`?"),
  side: z.enum(["above", "below"]).describe("Yes is above or below the level."),
  level: z.number().positive().describe("US dollars."),
  until: DateTime.describe("End of the question."),
  yes_bid: Price.describe("Best bid for Yes, US dollars of a contract that pays $1."),
  yes_ask: Price.describe("Best offer of Yes."),
  yes_mid: Price.describe("Mean of both: the market's probability, with a price of risk and a bias in it."),
  bid_depth_usd: z.number().nonnegative().describe("Money that is bid for Yes at the best bid."),
  ask_depth_usd: z.number().nonnegative().describe("Money that buys all of Yes that is offered at the best price."),
  fee_usd: z
    .number()
    .nonnegative()
    .describe(`Taker fee of one contract that is bought at \`yes_ask\`, in an order of ${FEE_CONTRACTS}.`),
  p_forecast: Probability.describe("Our probability of Yes, from the price now. It is not made for this settlement."),
  difference_pp: z.number().describe("`p_forecast` less `yes_mid`, percentage points."),
  yes_pays_above: z
    .number()
    .nonnegative()
    .describe("Buying Yes at `yes_ask` gains on average, after the fee, if the probability of Yes is above this."),
  no_pays_below: z
    .number()
    .max(1)
    .describe(
      "Buying No at 1 less `yes_bid` gains on average, after the fee, if the probability of Yes is below this.",
    ),
})

/** Prices of prediction markets beside our odds of the same questions. */
export const MarketOdds = z.object({
  as_of: DateTime.describe("When the quotes were read."),
  questions: z
    .array(MarketQuestion)
    .describe(
      `By end, kind and level. Of each event at most ${MAX_QUESTIONS_PER_EVENT} questions: those nearest to the levels of the request.`,
    ),
  usable: Count.describe("Questions that our odds answer and that are traded."),
  left_out: z
    .array(z.object({ reason: z.string(), rule: z.string(), questions: z.number().int().positive() }))
    .describe("Questions that are not used, by the first rule that they break."),
  settlement: z.string().describe("How the venue decides a question, which is not how our odds are measured."),
  fee: z.string().describe("The rule of the fee."),
})

export const MARKETS_MISSING = ["terms", "not_known"] as const
