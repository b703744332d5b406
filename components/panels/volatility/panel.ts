import type { Panel } from "@/components/panels/panel"
import { MINUTE_MS } from "@/lib/domain/utc-day"

export const volatilityPanel: Panel = {
  id: "volatility",
  screen: "/coins/{coin}",
  coinTitle: "volatility",
  decisionLine: "Are options dear or cheap, and what move do they expect?",
  preview: [
    ["Term structure", "Options and our forecast in one chart, 1h to 30d"],
    ["Premium", "How far options are above our forecast and what followed"],
    ["Expiries", "Volatility, skew and expected move to each expiry"],
    ["Events", "The move that options price around CPI, FOMC and NFP"],
  ],
  staleAfterMs: 15 * MINUTE_MS,
  heightRem: { full: 75, phone: 105 },
}
