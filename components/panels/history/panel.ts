import type { Panel } from "@/components/panels/panel"
import { DAY_MS } from "@/lib/domain/utc-day"

/** Bought in the API's documentation, because its days are typed. No screen and no checklist offers it. */
export const historyPanel: Panel = {
  id: "history",
  screen: "/docs",
  coinTitle: "history",
  decisionLine: "Past calls against what came, as a chart and as files",
  preview: [
    ["Chart", "Each call with its 80% range and the price 24h later"],
    ["Counts", "Ranges that held, calls that won"],
    ["Files", "Every field as JSON lines and CSV, $0.01 for each day"],
  ],
  staleAfterMs: DAY_MS,
  heightRem: {},
}
