import type { Panel } from "@/components/panels/panel"
import { chainChoice } from "@/components/panels/parts/chain-choice"
import { HOUR_MS } from "@/lib/domain/utc-day"

export const yieldsPanel: Panel = {
  id: "yields",
  screen: "/defi",
  decisionLine: "Which pools pay for their risk",
  preview: [
    ["Pools", "Stablecoin and blue-chip pools, risk-adjusted"],
    ["Risk", "Grade with score breakdown"],
    ["Excluded", "Excluded pools by reason"],
    ["Benchmark", "Median yield and 3-month T-bill"],
  ],
  choices: [
    {
      label: "Pools",
      param: "asset_class",
      options: [
        { name: "All", value: null },
        { name: "Stablecoins", value: "stablecoin" },
        { name: "Blue-chips", value: "bluechip" },
      ],
    },
    chainChoice("chain"),
  ],
  staleAfterMs: 2 * HOUR_MS,
  heightRem: { full: 86 },
}
