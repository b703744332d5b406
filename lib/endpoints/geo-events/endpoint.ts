import type { PaidEndpoint } from "@/lib/endpoints/endpoint"
import { getGeoEvents } from "./answer"
import type { geoEventsContract } from "./contract"
import { geoEventsQueryDecision, geoEventsVersion } from "./version"

export const geoEvents: PaidEndpoint<typeof geoEventsContract> = {
  answer: getGeoEvents,
  version: geoEventsVersion,
  queryDecision: geoEventsQueryDecision,
  isQueryDecisionWhole: true,
  provenance: {
    source: "GDELT, Federal Register, RSS",
    window: "the period asked for",
    parts: {
      "*.impact.*": { source: "hourly candles of the asset" },
      "*.scenario.history.*": { source: "shipped list of past events" },
      "summary.index.value": { unit: "points" },
      "summary.by_*": { unit: "count" },
    },
  },
}
