import { intervalMs } from "@/lib/domain/market/candle"
import { smoothAt, streamOf } from "@/lib/sandbox/market/random"
import { hacksUntil, poolsAt, protocolsAt, type SandboxPool } from "@/lib/sandbox/market/series/pools"
import { stablecoinSupplyAt } from "@/lib/sandbox/market/series/stablecoins"
import type { World } from "@/lib/sandbox/market/world"
import { json, type Responder, type Scene, text } from "./responder"

const HOUR_MS = intervalMs["1h"]
const DAY_MS = intervalMs["1d"]

type Asset = {
  readonly id: string
  readonly name: string
  readonly symbol: string
  readonly geckoId: string
  readonly pegType: "peggedUSD" | "peggedEUR"
  readonly pegMechanism: string
  /** Of the supply of all dollar coins. */
  readonly share: number
  readonly price: number | string | null
}

/** Largest first, with the odd cases that the real list has: another peg, a price as text, no price, a lost peg. */
const assets: readonly Asset[] = [
  asset("1", "Tether", "USDT", { geckoId: "tether", share: 0.595, price: 0.9997 }),
  asset("2", "USD Coin", "USDC", { geckoId: "usd-coin", share: 0.245, price: 0.9999 }),
  asset("146", "Ethena USDe", "USDe", {
    geckoId: "ethena-usde",
    share: 0.045,
    price: 0.9991,
    mechanism: "crypto-backed",
  }),
  asset("209", "Sky Dollar", "USDS", { geckoId: "usds", share: 0.032, price: "0.99984", mechanism: "crypto-backed" }),
  asset("5", "Dai", "DAI", { geckoId: "dai", share: 0.018, price: 0.9998, mechanism: "crypto-backed" }),
  asset("262", "World Liberty Financial USD", "USD1", { geckoId: "usd1-wlfi", share: 0.014, price: null }),
  asset("120", "PayPal USD", "PYUSD", { geckoId: "paypal-usd", share: 0.012, price: 0.9996 }),
  asset("50", "EURC", "EURC", { geckoId: "euro-coin", share: 0.0012, price: 1.16, peg: "peggedEUR" }),
  asset("3", "TerraClassicUSD", "USTC", { geckoId: "terrausd", share: 0.0004, price: 0.011, mechanism: "algorithmic" }),
]

function asset(
  id: string,
  name: string,
  symbol: string,
  rest: {
    readonly geckoId: string
    readonly share: number
    readonly price: Asset["price"]
    readonly mechanism?: string
    readonly peg?: Asset["pegType"]
  },
): Asset {
  const { geckoId, share, price, mechanism = "fiat-backed", peg = "peggedUSD" } = rest
  return { id, name, symbol, geckoId, pegType: peg, pegMechanism: mechanism, share, price }
}

/**
 * DefiLlama's stablecoins, yield pools, protocols and exploits, recomputed every hour.
 *
 * @see https://api-docs.defillama.com
 */
export const defillama: Responder = (scene) => {
  switch (scene.url.pathname) {
    case "/stablecoins":
      return list(scene)
    case "/stablecoincharts/all":
      return chart(scene)
    case "/pools":
      return pools(scene)
    case "/protocols":
      return json(protocolsAt(scene.world))
    case "/hacks":
      return json(hacksUntil(scene.world, scene.nowMs))
    default:
      return null
  }
}

const poolBodies = new WeakMap<readonly SandboxPool[], string>()

/** Eleven megabytes: written once an hour. */
function pools({ world, nowMs }: Scene): Response {
  const listed = poolsAt(world, nowMs)
  const body = poolBodies.get(listed) ?? JSON.stringify({ status: "success", data: listed })
  poolBodies.set(listed, body)
  return text(body, "application/json")
}

function list({ world, nowMs, url }: Scene): Response {
  const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS
  const withPrices = url.searchParams.get("includePrices") === "true"
  const peggedAssets = assets.map((each) => {
    const at = (timeMs: number) => ({ [each.pegType]: supplyOf(world, each, timeMs) })
    const circulation = {
      circulating: at(hourMs),
      circulatingPrevDay: at(hourMs - DAY_MS),
      circulatingPrevWeek: at(hourMs - 7 * DAY_MS),
      circulatingPrevMonth: at(hourMs - 30 * DAY_MS),
    }
    return {
      id: each.id,
      name: each.name,
      symbol: each.symbol,
      gecko_id: each.geckoId,
      pegType: each.pegType,
      priceSource: "defillama",
      pegMechanism: each.pegMechanism,
      ...circulation,
      chainCirculating: {
        Ethereum: {
          current: circulation.circulating,
          circulatingPrevDay: circulation.circulatingPrevDay,
          circulatingPrevWeek: circulation.circulatingPrevWeek,
          circulatingPrevMonth: circulation.circulatingPrevMonth,
        },
      },
      chains: ["Ethereum"],
      ...(withPrices ? { price: each.price } : {}),
    }
  })
  return json({ peggedAssets, chains: [] })
}

/** Each coin wins and loses a little against the others. */
function supplyOf(world: World, { symbol, share }: Asset, timeMs: number): number {
  const drift = 1 + 0.004 * smoothAt(streamOf(world.seed, `stablecoin/${symbol}`), timeMs / (13 * DAY_MS))
  return stablecoinSupplyAt(world, timeMs) * share * drift
}

/** One row a day, ascending; the last one is today's. */
function chart({ world, nowMs }: Scene): Response {
  const rows = []
  for (let dayMs = world.genesisMs; dayMs <= nowMs; dayMs += DAY_MS) {
    const byPeg = { peggedUSD: 0, peggedEUR: 0 }
    for (const each of assets) byPeg[each.pegType] += Math.round(supplyOf(world, each, dayMs))
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
