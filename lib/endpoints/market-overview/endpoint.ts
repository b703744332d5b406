import type { PaidEndpoint } from "@/lib/endpoints/endpoint"
import { CALL, NOW } from "@/lib/endpoints/provenance"
import { getMarketOverview } from "./answer"
import type { marketOverviewContract } from "./contract"
import { overviewVersion } from "./version"

export const marketOverview: PaidEndpoint<typeof marketOverviewContract> = {
  answer: getMarketOverview,
  version: (_, ports) => overviewVersion(ports),
  provenance: {
    source: "engine and providers in `meta.sources`",
    window: "newest value",
    parts: {
      "signals.*.price": { source: "price feed", window: "at the answer" },
      "signals.*.now.*": NOW,
      "signals.*": CALL,
      "prices.*.price": { source: "price feed", window: "at the answer" },
      "prices.*": { source: "price feed over hourly candles" },
      "etf*.institutional_m": { source: "fund flows, asset managers' funds", window: "newest complete session" },
      "etf*.flow_7d_m": { source: "fund flows", window: "7 calendar days to that session" },
      "etf*": { source: "fund flows", window: "newest complete session" },
      "stablecoin*": { source: "DefiLlama" },
      "fear_greed.value": { unit: "index 0–100" },
      "fear_greed.*": { source: "alternative.me" },
      "derivatives.*.funding_annual_pct": { window: "8h rate, 3 times a day, 365 days" },
      "derivatives.*.venues.funding[].value": { unit: "percent per 8 h", source: "the venue that it names" },
      "derivatives.*.venues.open_interest[].value": { unit: "coins", source: "the venue that it names" },
      "derivatives.*.venues.long_short[].value": { unit: "ratio", source: "the venue that it names" },
      "derivatives.*": { source: "the venue that it names" },
      "history_30d.*.funding_8h_pct.days[].value": {
        unit: "percent per 8 h",
        source: "the venue that it names",
        window: "1d mean",
      },
      "history_30d.*.open_interest_base.days[].value": {
        unit: "coins",
        source: "the venue that it names",
        window: "last of 1d",
      },
      "history_30d.*.etf_flow_m.days[].value": { unit: "US$ million", source: "fund flows", window: "1 session" },
      "history_30d.*": { source: "the venue that it names", window: "30d" },
      "macro.*.change_5d_pct": { window: "5 sessions" },
      "macro.*.change_20d_*": { window: "20 sessions" },
      "macro.us10y.value": { unit: "percent" },
      "macro.*.value": { unit: "index" },
      "macro.*": { source: "Cboe, Yahoo or FRED, by `meta.sources`", window: "newest close" },
      "dominance.*": { source: "CoinGecko or CoinPaprika, by `meta.sources`" },
    },
  },
}
