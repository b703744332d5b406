import type { PaidEndpoint } from "@/lib/endpoints/endpoint"
import { getGeoAlert } from "./answer"
import type { geoAlertContract } from "./contract"
import { geoAlertQueryDecision, geoAlertVersion } from "./version"

export const geoAlert: PaidEndpoint<typeof geoAlertContract> = {
  answer: getGeoAlert,
  version: geoAlertVersion,
  queryDecision: geoAlertQueryDecision,
  isQueryDecisionWhole: true,
  provenance: {
    source: "GDELT, Federal Register, RSS",
    window: "24h",
    parts: {
      "*.impact.*": { source: "hourly candles of the asset" },
      "*.scenario.history.*": { source: "shipped list of past events" },
    },
  },
}
