import type { Panel } from "@/components/panels/panel"
import { MINUTE_MS } from "@/lib/domain/utc-day"

export const geoAlertPanel: Panel = {
  id: "geo_alert",
  screen: "/geo",
  decisionLine: "Is there a critical event right now?",
  preview: [
    ["Status", '"Clear" only when every source was checked'],
    ["Alerts", "High and critical events in 24h with price reaction"],
    ["Checked", "Sources and articles checked"],
  ],
  staleAfterMs: 15 * MINUTE_MS,
  heightRem: { full: 12.4, phone: 23, compact: 17.5 },
}
