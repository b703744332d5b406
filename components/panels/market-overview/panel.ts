import type { Panel } from "@/components/panels/panel"
import { MINUTE_MS } from "@/lib/domain/utc-day"

export const marketOverviewPanel: Panel = {
  id: "market_overview",
  screen: "/markets",
  decisionLine: "Signals, flows, funding, macro at a glance",
  preview: [
    ["Signals", "Direction and strength of BTC, ETH and SOL"],
    ["Flows", "US spot funds and stablecoin supply"],
    ["Derivatives", "Funding, open interest, long against short"],
    ["Macro", "VIX, dollar, ten-year yield, S&P 500"],
    ["Mood", "Fear & greed with its change"],
  ],
  staleAfterMs: 15 * MINUTE_MS,
  heightRem: { full: 50, phone: 90, compact: 25.75 },
}
