import type { PaidEndpoint } from "@/lib/endpoints/endpoint"
import { FORECAST } from "@/lib/endpoints/provenance"
import { getRegime } from "./answer"
import type { regimeContract } from "./contract"
import { regimeVersion } from "./version"

export const regime: PaidEndpoint<typeof regimeContract> = {
  answer: getRegime,
  version: async (_, ports) => regimeVersion(await getRegime({}, ports)),
  provenance: {
    source: "daily candles of BTC",
    window: "the last closed day",
    parts: {
      fg: { source: "alternative.me", window: "newest day" },
      "facts.fear_greed_7d": { source: "alternative.me" },
      etf_flow_7d_m: { source: "fund flows, Farside or another" },
      "persistence.*": { source: "study of bitcoin, 2018-09 to 2026-05" },
      "expected.event_within_24h": { source: "economic calendar" },
      "expected.*": { ...FORECAST, window: "next 7d" },
    },
  },
}
