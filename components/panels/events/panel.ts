import type { Panel } from "@/components/panels/panel"
import { HOUR_MS } from "@/lib/domain/utc-day"

export const eventsPanel: Panel = {
  id: "events",
  screen: "/events",
  decisionLine: "Scheduled volatility, next 7 days",
  preview: [
    ["Calendar", "FOMC, CPI, NFP and others, next 7 days"],
    ["Importance", "Low, medium or high, with a countdown"],
    ["Figures", "Forecast and previous, where published"],
  ],
  staleAfterMs: 6 * HOUR_MS,
  heightRem: { full: 43.8, phone: 65, compact: 19.25 },
}
