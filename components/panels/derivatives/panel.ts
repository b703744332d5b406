import type { Panel } from "@/components/panels/panel"
import { HOUR_MS } from "@/lib/domain/utc-day"

export const derivativesPanel: Panel = {
  id: "derivatives",
  screen: "/coins/{coin}",
  coinTitle: "derivatives",
  decisionLine: "Who pays whom, and how crowded is it?",
  preview: [
    ["Open interest", "Sum and each venue, with share, age and 24h change"],
    ["Funding", "Paid and predicted by venue, and what a year of it costs"],
    ["Positions", "Long/short, taker flow, basis and crowding percentile"],
    ["Liquidations", "By hour of the last day, against 30 days"],
  ],
  staleAfterMs: HOUR_MS,
  heightRem: { full: 45, phone: 105 },
}
