import type { Panel } from "@/components/panels/panel"
import { HOUR_MS } from "@/lib/domain/utc-day"

export const marketEtfPanel: Panel = {
  id: "market_etf",
  screen: "/markets",
  decisionLine: "Are funds buying or selling?",
  preview: [
    ["Day", "Last complete session: total and by fund"],
    ["Week", "7d sum against the week before"],
    ["Rank", "1y percentile and streak"],
    ["Pending", "Funds that have not reported the next session"],
  ],
  choices: [
    {
      label: "Funds of",
      param: "asset",
      options: [
        { name: "Bitcoin", value: null },
        { name: "Ether", value: "ETH" },
        { name: "Solana", value: "SOL" },
      ],
    },
  ],
  staleAfterMs: 12 * HOUR_MS,
  heightRem: { full: 31, phone: 44 },
}
