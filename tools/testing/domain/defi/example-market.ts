import type { TrustData } from "@/lib/domain/defi/yield-pool"
import { pool, protocol } from "./pools"

/** The market of the published examples. */

const best = pool("aa70268e-4b52-42bf-a116-608b370f9501", {
  tvlUsd: 1.24e9,
  apyPct: 4.31,
  apyBasePct: 4.31,
  apyMean30dPct: 4.02,
  apyChange7dPp: 0.21,
  apyMeanPct: 4.02,
  returnSigmaPct: 0.08,
  historyDays: 1290,
  outlook: { class: "STABLE_UP", probabilityPct: 71, confidence: 2 },
  underlyingTokens: ["0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"],
})

const lowerYieldPool = pool("f981a304-bb6c-45b8-b0c5-fd2f515ad23a", {
  symbol: "USDT",
  tvlUsd: 610e6,
  apyPct: 3.9,
  apyBasePct: 3.9,
  apyMean30dPct: 3.71,
  apyMeanPct: 3.8,
  returnSigmaPct: 0.09,
  historyDays: 1290,
})

const small = pool("b2a1f3c0-11d2-4a5e-9d43-0f0c1b2a3d4e", {
  project: "morpho-blue",
  chain: "Base",
  tvlUsd: 22e6,
  apyPct: 8.4,
  apyBasePct: 8.4,
  apyMean30dPct: 7.9,
  apyMeanPct: 7.5,
  returnSigmaPct: 0.15,
  historyDays: 120,
})

const farm = pool("c3d4e5f6-22e3-4b6f-8e54-1a1d2c3b4e5f", {
  project: "some-farm",
  chain: "Base",
  symbol: "USDC-FARM",
  isStablecoin: false,
  tvlUsd: 3.1e6,
  apyPct: 81.2,
  apyBasePct: 11.2,
  apyRewardPct: 70,
  apyMean30dPct: 26,
  apyMeanPct: 30,
  returnSigmaPct: 2,
  historyDays: 41,
  hasIlRisk: true,
  exposure: "multi",
})

export const examplePools = [best, lowerYieldPool, small, farm]

export const exampleTrustData: TrustData = {
  protocols: [
    protocol("aave-v3", { name: "Aave V3", listedAtMs: Date.UTC(2023, 0, 27) }),
    protocol("morpho-blue"),
    protocol("some-farm", { auditGrade: null }),
  ],
  hacks: [],
}
