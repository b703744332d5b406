import { ETF_METHOD_VERSION } from "@/lib/domain/flows/etf-summary"
import type { PaidEndpoint } from "@/lib/endpoints/endpoint"
import { feedDecision } from "@/lib/usecases/feed-decision"
import { getMarketEtf, readFlows } from "./answer"
import type { marketEtfContract } from "./contract"

export const marketEtf: PaidEndpoint<typeof marketEtfContract> = {
  answer: getMarketEtf,
  // The summary and not the table: flows of a withheld day are not sold, so they make no new version.
  version: ({ asset = "BTC" }, ports) =>
    feedDecision(ETF_METHOD_VERSION, [
      readFlows(asset, ports).then(({ table, summary }) => ({ value: summary, asOfMs: table.asOfMs })),
    ]),
  provenance: {
    source: "fund flows, Farside or another in `meta.sources`",
    window: "newest complete session",
    parts: {
      "daily.percentile_1y": { unit: "percent of sessions" },
      "by_etf.*": { unit: "US$ million" },
      flow_7d_m: { window: "7 calendar days to that session" },
      "weekly.previous_*": { window: "the 7 calendar days before" },
      "*streak_sessions": { unit: "sessions" },
      "*sessions*": { unit: "sessions" },
    },
  },
}
