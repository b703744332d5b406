import type { Panel } from "@/components/panels/panel"
import { COINS } from "@/lib/domain/market/coin"
import { MINUTE_MS } from "@/lib/domain/utc-day"

export const riskPanel: Panel = {
  id: "risk",
  screen: "/coins/{coin}",
  coinTitle: "risk plan",
  decisionLine: "Whether the plan pays: stop, targets with 14-day odds, size",
  preview: [
    ["Levels", "Stop and three targets, drawn to scale"],
    ["Odds", "Chance of each target before the stop in 14 days, against break-even"],
    ["Barriers", "Support and resistance with measured hold rates"],
    ["Size", "Position for your capital, calculated on your device"],
    ["Costs", "Funding, who pays it, typical daily range; slippage, fees and funding of a size that you choose"],
  ],
  choices: [
    {
      label: "Already held, 1% at risk",
      param: "held",
      options: [
        { name: "Nothing", value: null },
        ...COINS.flatMap((coin) =>
          (["long", "short"] as const).map((side) => ({ name: `${coin} ${side}`, value: `${coin}:${side}:1` })),
        ),
      ],
    },
    {
      label: "Cost of a trade of",
      param: "size",
      options: [
        { name: "Not asked", value: null },
        { name: "$1,000", value: "1000" },
        { name: "$10,000", value: "10000" },
        { name: "$100,000", value: "100000" },
      ],
    },
  ],
  staleAfterMs: 15 * MINUTE_MS,
  heightRem: { full: 58, phone: 90, compact: 25.25 },
}
