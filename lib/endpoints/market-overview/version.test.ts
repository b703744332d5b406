import { expect, test } from "vitest"
import { marketOverviewContract } from "./contract"
import { testSha256 } from "@/tools/testing/record/sealed-store"
import { overviewDecision } from "./version"
import { advanceVersions, type ResourceVersion } from "@/lib/usecases/resource-versions"

const answer = marketOverviewContract.response.parse(marketOverviewContract.example)
const { signals, prices, etf_flows, derivatives, macro, dominance, stablecoin_flows, fear_greed } = answer

test("a change of prices, dominance or positions makes no new version", () => {
  const ticked = {
    ...answer,
    timestamp: "2026-11-20T12:00:35.000Z",
    signals: { ...signals, BTC: { ...signals.BTC, price: 96_500 } },
    prices: { ...prices, BTC: { ...prices.BTC, price: 96_500, change_24h_pct: 1.3 } },
    derivatives: {
      ...derivatives,
      BTC: { ...derivatives.BTC, open_interest_usd: 1, open_interest_base: 2, long_short_ratio: 3 },
    },
    dominance: { ...dominance, market_cap_usd: 1, market_cap_change_24h_pct: 9, volume_24h_usd: 1, btc_pct: 60 },
  }
  expect(overviewDecision(ticked)).toEqual(overviewDecision(answer))
})

test.each([
  ["a call", { signals: { ...signals, SOL: { ...signals.SOL, strength: 9 } } }],
  ["fund flows", { etf_flows: { ...etf_flows, ETH: { ...etf_flows.ETH, total_m: 13 } } }],
  ["funding", { derivatives: { ...derivatives, SOL: { ...derivatives.SOL, funding_rate_8h_pct: 0.5 } } }],
  ["stablecoins", { stablecoin_flows: { ...stablecoin_flows, change_30d_b: 7 } }],
  ["macro", { macro: { ...macro, vix: { ...macro.vix, value: 40 } } }],
  ["fear and greed", { fear_greed: { ...fear_greed, change_7d: -3 } }],
])("a change of %s is a new version", (_, change) => {
  expect(overviewDecision({ ...answer, ...change })).not.toEqual(overviewDecision(answer))
})

test("a day with six closes, one index and three ETF flows makes at most ten versions", () => {
  const MINUTE_MS = 60_000
  let held: readonly ResourceVersion[] = []
  let nonce = 0
  for (let minute = 0; minute < 24 * 60; minute++) {
    const close = Math.floor(minute / 240)
    const flowOf = (coin: "BTC" | "ETH" | "SOL", hour: number) => ({
      ...etf_flows[coin],
      total_m: minute < 60 * hour ? 1 : 2,
    })
    const at = {
      ...answer,
      signals: { ...signals, BTC: { ...signals.BTC, price: 96_000 + minute, strength: 30 + close } },
      prices: { ...prices, BTC: { ...prices.BTC, price: 96_000 + minute } },
      dominance: { ...dominance, btc_pct: 57 + Math.sin(minute / 50) },
      derivatives: { ...derivatives, BTC: { ...derivatives.BTC, open_interest_base: 1_000 + minute } },
      fear_greed: { ...fear_greed, value: minute < 10 ? 40 : 41 },
      etf_flows: { BTC: flowOf("BTC", 3), ETH: flowOf("ETH", 5), SOL: flowOf("SOL", 7) },
    }
    const decision = { path: "/market/overview", decision: overviewDecision(at), dataAsOfMs: minute * MINUTE_MS }
    const clock = { nowMs: minute * MINUTE_MS, nonce: () => String(nonce++), sha256: testSha256 }
    held = advanceVersions(held, [decision], clock)
  }
  expect(held[0]?.version).toBeLessThanOrEqual(10)
})
