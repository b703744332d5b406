import type { Panel } from "@/components/panels/panel"
import { MINUTE_MS } from "@/lib/domain/utc-day"

export const geoEventsPanel: Panel = {
  id: "geo_events",
  screen: "/geo",
  decisionLine: "What happened, how severe, price reaction",
  preview: [
    ["Events", "Wars, sanctions, tariffs and more, by severity"],
    ["Corroboration", "Articles, independent domains, tier-1 sources"],
    ["Impact", "Price reaction of BTC, ETH, gold and oil, beside usual days"],
    ["Reasons", "Severity breakdown and what lowered it"],
  ],
  choices: [
    {
      label: "Time",
      param: "hours",
      options: [
        { name: "24 hours", value: "24" },
        { name: "3 days", value: null },
        { name: "7 days", value: "168" },
      ],
    },
  ],
  staleAfterMs: 30 * MINUTE_MS,
  heightRem: { full: 66, phone: 86 },
}
