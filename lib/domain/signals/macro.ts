import type { Indicator } from "./indicator"
import { notConnected } from "./not-connected"

const base = { category: "macro", horizon: "context", evidence: "weak", basis: null, read: notConnected } as const

export const macro: readonly Indicator[] = [
  {
    ...base,
    name: "etf_flow_1d_m",
    unit: "US$ million",
    rule: "Sum of 5 days beyond half of the median absolute 5-day sum of 60 days: inflow long, outflow short",
  },
  { ...base, name: "vix", unit: "index", rule: "5-day change: −10 % or less long, +15 % or more short" },
  { ...base, name: "dxy_chg_20d", unit: "percent", rule: "20-day change: −1 % or less long, +1 % or more short" },
  { ...base, name: "us10y_chg_20d", unit: "basis points", rule: "20-day change: −20 or less long, +20 or more short" },
  { ...base, name: "spx_chg_20d", unit: "percent", rule: "20-day change: +2 % or more long, −2 % or less short" },
  {
    ...base,
    name: "stablecoin_chg_7d_b",
    unit: "US$ billion",
    rule: "7-day change of supply: +0.5 % or more long, −0.5 % or less short",
  },
]
