import type { Panel } from "@/components/panels/panel"
import { HOUR_MS } from "@/lib/domain/utc-day"

export const institutionsPanel: Panel = {
  id: "institutions",
  screen: "/institutions",
  decisionLine: "Large buyers and sellers of bitcoin, and their cost",
  preview: [
    ["Holders", "The 50 largest: amount, cost, gain"],
    ["Trades", "Purchases and sales in 90d, with filings"],
    ["Concentration", "Share of the largest holder and of the top five"],
  ],
  staleAfterMs: 24 * HOUR_MS,
  heightRem: { full: 86 },
}
