import type { Choice } from "@/components/panels/product/choices"
import { COINS } from "@/lib/domain/market/coin"
import { YIELD_CHAINS } from "@/lib/domain/defi/asset-class"

/** The selectable parameters of the panels that have some, by endpoint. */
export const choicesOf: Readonly<Record<string, readonly Choice[]>> = {
  market_etf: [
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
  risk: [
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
  ],
  geo_events: [
    {
      label: "Time",
      param: "hours",
      options: [
        { name: "24 hours", value: "24" },
        { name: "3 days", value: null },
        { name: "7 days", value: "168" },
      ],
    },
  ],
  defi_recommend: [
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
    chainAs("chains"),
  ],
  yields: [
    {
      label: "Pools",
      param: "asset_class",
      options: [
        { name: "All", value: null },
        { name: "Stablecoins", value: "stablecoin" },
        { name: "Blue-chips", value: "bluechip" },
      ],
    },
    chainAs("chain"),
  ],
  dex_alpha: [
    {
      label: "Tokens",
      param: "include_boosted",
      options: [
        { name: "All", value: null },
        { name: "Without paid boosts", value: "false" },
      ],
    },
  ],
}

function chainAs(param: string): Choice {
  const chains = YIELD_CHAINS.map((name) => ({ name, value: name }))
  return { label: "Chain", param, options: [{ name: "All chains", value: null }, ...chains] }
}
