import type { Panel } from "@/components/panels/panel"
import { HOUR_MS } from "@/lib/domain/utc-day"

export const regimePanel: Panel = {
  id: "regime",
  screen: "/regime",
  decisionLine: "Trend, range or panic, with volatility",
  preview: [
    ["Regime", "One of seven, with every rule checked"],
    ["Ribbon", "180 days of regimes"],
    ["Risk", "Expected volatility and its 1y percentile"],
    ["Persistence", "How often it lasted 7 and 30 more days"],
  ],
  staleAfterMs: 12 * HOUR_MS,
  heightRem: { full: 33, phone: 67, compact: 24.5 },
}
