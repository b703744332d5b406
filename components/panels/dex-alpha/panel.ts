import type { Panel } from "@/components/panels/panel"
import { MINUTE_MS } from "@/lib/domain/utc-day"

export const dexAlphaPanel: Panel = {
  id: "dex_alpha",
  screen: "/dex",
  decisionLine: "Which trending tokens to avoid",
  preview: [
    ["Tokens", "Trending and promoted, best score first"],
    ["Score", "Open model with components and penalties"],
    ["Warnings", "From trading, age and names"],
    ["Verdict", "Caution or avoid; unchecked contracts stay at Caution"],
  ],
  choices: [
    {
      label: "Tokens",
      param: "include_boosted",
      options: [
        { name: "All", value: null },
        { name: "Without paid boosts", value: "false" },
      ],
    },
  ],
  staleAfterMs: 15 * MINUTE_MS,
  maxInputAgeMs: 30 * MINUTE_MS,
  heightRem: { full: 67, phone: 65 },
}
