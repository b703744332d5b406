import type { Panel } from "@/components/panels/panel"
import { chainChoice } from "@/components/panels/parts/chain-choice"
import { HOUR_MS } from "@/lib/domain/utc-day"

export const defiRecommendPanel: Panel = {
  id: "defi_recommend",
  screen: "/defi",
  decisionLine: "Where to place an amount, within limits",
  preview: [
    ["Allocation", "Weights that sum to 100%, cash included"],
    ["Worst case", "Loss if the largest protocol fails"],
    ["Limits", "Profile limits, never relaxed"],
    ["Rejected", "Higher yields and the limit each breaks"],
  ],
  choices: [
    {
      label: "Risk profile",
      param: "risk",
      options: [
        { name: "Conservative", value: "conservative" },
        { name: "Moderate", value: null },
        { name: "Aggressive", value: "aggressive" },
      ],
    },
    {
      label: "Amount",
      param: "capital",
      options: [
        { name: "$1,000", value: "1000" },
        { name: "$10,000", value: null },
        { name: "$100,000", value: "100000" },
        { name: "$1,000,000", value: "1000000" },
      ],
    },
    chainChoice("chains"),
  ],
  staleAfterMs: 2 * HOUR_MS,
  heightRem: { full: 48, phone: 90 },
}
