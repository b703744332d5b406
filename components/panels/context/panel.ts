import type { Panel } from "@/components/panels/panel"
import { HOUR_MS } from "@/lib/domain/utc-day"

export const contextPanel: Panel = {
  id: "context",
  screen: "/coins/{coin}",
  coinTitle: "context",
  decisionLine: "Why: all 25 readings with their votes",
  preview: [
    ["Indicators", "All 25 readings, grouped by category"],
    ["Value, vote", "With the rule behind each vote"],
    ["Age, source", "Age and source of each reading"],
    ["Evidence", "What the votes were worth before and after the fit"],
  ],
  staleAfterMs: HOUR_MS,
  heightRem: { full: 45.5, phone: 105, compact: 25.5 },
}
