import { DAY_MS } from "@/lib/domain/utc-day"
import { smoothAt, streamOf } from "@/lib/sandbox/market/random"
import { hacksUntil, poolsAt, protocolsAt, type SandboxPool } from "@/lib/sandbox/market/series/pools"
import { stablecoinSupplyAt } from "@/lib/sandbox/market/series/stablecoins"
import type { SimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { json, type Responder, type ProviderRequest, text } from "./responder"

type Asset = {
  readonly symbol: string
  readonly pegType: "peggedUSD" | "peggedEUR"
  /** Of the supply of all dollar coins. */
  readonly share: number
}

/** Largest first, one of them with another peg. */
const assets: readonly Asset[] = [
  { symbol: "USDT", share: 0.595, pegType: "peggedUSD" },
  { symbol: "USDC", share: 0.245, pegType: "peggedUSD" },
  { symbol: "USDe", share: 0.045, pegType: "peggedUSD" },
  { symbol: "USDS", share: 0.032, pegType: "peggedUSD" },
  { symbol: "DAI", share: 0.018, pegType: "peggedUSD" },
  { symbol: "USD1", share: 0.014, pegType: "peggedUSD" },
  { symbol: "PYUSD", share: 0.012, pegType: "peggedUSD" },
  { symbol: "EURC", share: 0.0012, pegType: "peggedEUR" },
  { symbol: "USTC", share: 0.0004, pegType: "peggedUSD" },
]

/**
 * DefiLlama's stablecoins, yield pools, protocols and exploits, recomputed every hour.
 *
 * @see https://api-docs.defillama.com
 */
export const defillama: Responder = (request) => {
  switch (request.url.pathname) {
    case "/stablecoincharts/all":
      return chart(request)
    case "/pools":
      return pools(request)
    case "/protocols":
      return json(protocolsAt(request.market))
    case "/hacks":
      return json(hacksUntil(request.market, request.nowMs))
    default:
      return null
  }
}

const poolBodies = new WeakMap<readonly SandboxPool[], string>()

/** Eleven megabytes: written once an hour. */
function pools({ market, nowMs }: ProviderRequest): Response {
  const listed = poolsAt(market, nowMs)
  const body = poolBodies.get(listed) ?? JSON.stringify({ status: "success", data: listed })
  poolBodies.set(listed, body)
  return text(body, "application/json")
}

/** Each coin wins and loses a little against the others. */
function supplyOf(market: SimulatedMarket, { symbol, share }: Asset, timeMs: number): number {
  const drift = 1 + 0.004 * smoothAt(streamOf(market.seed, `stablecoin/${symbol}`), timeMs / (13 * DAY_MS))
  return stablecoinSupplyAt(market, timeMs) * share * drift
}

/** One row a day, ascending; the last one is today's. */
function chart({ market, nowMs }: ProviderRequest): Response {
  const rows = []
  for (let dayMs = market.genesisMs; dayMs <= nowMs; dayMs += DAY_MS) {
    const byPeg = { peggedUSD: 0, peggedEUR: 0 }
    for (const each of assets) byPeg[each.pegType] += Math.round(supplyOf(market, each, dayMs))
    rows.push({
      date: String(dayMs / 1000),
      totalCirculating: byPeg,
      totalUnreleased: { peggedUSD: 0 },
      totalCirculatingUSD: { peggedUSD: byPeg.peggedUSD, peggedEUR: Math.round(byPeg.peggedEUR * 1.16) },
      totalMintedUSD: { peggedUSD: 0 },
      totalBridgedToUSD: { peggedUSD: 0 },
    })
  }
  return json(rows)
}
