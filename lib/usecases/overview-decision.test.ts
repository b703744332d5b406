import { expect, test } from "vitest"
import { marketOverviewContract } from "@/lib/api/market-overview"
import { marketOverviewExample } from "@/lib/api/market-overview-example"
import { overviewDecision } from "./overview-decision"

const answer = marketOverviewContract.response.parse(marketOverviewExample)
const { signals, prices, etf_flows, derivatives, macro, dominance, stablecoin_flows, fear_greed } = answer

test("a price that ticks is no new version, nor is what is worth so much at it", () => {
  const ticked = {
    ...answer,
    timestamp: "2026-11-20T12:00:35.000Z",
    signals: { ...signals, BTC: { ...signals.BTC, price: 96_500 } },
    prices: { ...prices, BTC: { ...prices.BTC, price: 96_500, change_24h_pct: 1.3 } },
    derivatives: { ...derivatives, BTC: { ...derivatives.BTC, open_interest_usd: 1 } },
    dominance: { ...dominance, market_cap_usd: 1, market_cap_change_24h_pct: 9, volume_24h_usd: 1, btc_pct: 57.41 },
  }
  expect(overviewDecision(ticked)).toEqual(overviewDecision({ ...answer, dominance: { ...dominance, btc_pct: 57.39 } }))
})

test.each([
  ["a call", { signals: { ...signals, SOL: { ...signals.SOL, strength: 9 } } }],
  ["fund flows", { etf_flows: { ...etf_flows, ETH: { ...etf_flows.ETH, total_m: 13 } } }],
  ["funding", { derivatives: { ...derivatives, SOL: { ...derivatives.SOL, funding_rate_8h_pct: 0.5 } } }],
  ["stablecoins", { stablecoin_flows: { ...stablecoin_flows, change_30d_b: 7 } }],
  ["macro", { macro: { ...macro, vix: { ...macro.vix, value: 40 } } }],
  ["dominance", { dominance: { ...dominance, btc_pct: 60 } }],
  ["fear and greed", { fear_greed: { ...fear_greed, change_7d: -3 } }],
])("%s that moves is a new version", (_, change) => {
  expect(overviewDecision({ ...answer, ...change })).not.toEqual(overviewDecision(answer))
})
