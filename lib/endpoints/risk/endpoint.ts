import type { PaidEndpoint } from "@/lib/endpoints/endpoint"
import { CALL } from "@/lib/endpoints/provenance"
import { getRisk } from "./answer"
import type { riskContract } from "./contract"
import { riskDecisionsAlike, riskQueryDecision, riskVersion } from "./version"

export const risk: PaidEndpoint<typeof riskContract> = {
  answer: getRisk,
  version: async ({ coin }, { reading }) => riskVersion(await reading(coin)),
  queryDecision: riskQueryDecision,
  queryDecisionsAlike: riskDecisionsAlike,
  provenance: {
    ...CALL,
    parts: {
      "position_sizing.joint.held[].correlation": { source: "daily candles of both coins", window: "`days`" },
      "position_sizing.joint.held[].days": { source: "daily candles of both coins", window: "up to 700d" },
      "position_sizing.*": { source: "the request and the levels", window: "at the 4h close" },
      "trade_cost.size_usd": { source: "the request" },
      "trade_cost.expected_days": { source: "odds of the stop and the first target", window: "14d" },
      "trade_cost.stop_first_14d": { unit: "fraction, 0–1", source: "observed frequencies, fitted model" },
      "trade_cost.gap_pct": { source: "hourly candles", window: "61d" },
      "trade_cost.funding_predicted_8h_pct": { source: "the venue that it names", window: "next settlement" },
      "trade_cost.funding_mean_30d_8h_pct": { source: "the venue that it names", window: "settlements of 30 days" },
      "trade_cost.venues[].mid": { unit: "US dollars", source: "order books", window: "at the answer" },
      "trade_cost.*": { source: "order books, fee tables", window: "at the answer" },
      "costs.*": { source: "newest settled funding rate, daily candles" },
      "cost_details.funding*": { source: "newest settled funding rate", window: "8h" },
      "cost_details.*": { source: "daily candles", window: "14d" },
      "plan.targets[].p_break_even": { source: "odds of the stop, costs", window: "14d" },
      "plan.side_record.*": { source: "study of the method", window: "the period that it names" },
      "plan.odds_error": { source: "npm run goals", window: "data after the fit" },
      "plan.*p_*": { source: "observed frequencies, fitted model" },
      "barriers.*hold_rate": { source: "study of levels", window: "first touches" },
      "barriers.*": { source: "candles of 90 days, volume of 60 days" },
      "support_resistance.*": { source: "candles of 90 days, volume of 60 days" },
    },
  },
}
