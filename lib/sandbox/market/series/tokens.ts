import { HOUR_MS } from "@/lib/domain/utc-day"
import { smoothAt, streamOf, uniformAt } from "@/lib/sandbox/market/random"
import type { SimulatedMarket } from "@/lib/sandbox/market/simulated-market"

const DAY_H = 24

/** A token of the simulated DEX market at one moment. */
export type SandboxToken = {
  readonly index: number
  readonly chain: "solana" | "base" | "ethereum" | "bsc" | "arbitrum"
  readonly address: string
  readonly pairAddress: string
  readonly symbol: string
  readonly name: string
  readonly priceUsd: number
  readonly changePct: Readonly<Record<"m5" | "h1" | "h6" | "h24", number>>
  readonly liquidityUsd: number
  readonly volumeH24Usd: number
  readonly fdvUsd: number
  readonly createdMs: number
  readonly buys: number
  readonly sells: number
  readonly buyers: number
  readonly sellers: number
  readonly hasWebsite: boolean
  readonly boosts: number
  readonly reports: number
  /** Nobody can sell the token. */
  readonly isHoneypot: boolean
  /** Its liquidity is or will be withdrawn. */
  readonly isRugPull: boolean
}

const CHAINS = ["solana", "base", "ethereum", "bsc", "arbitrum"] as const
const FIRST = ["Moon", "Pixel", "Turbo", "Lazy", "Quantum", "Velvet", "Crypto", "Solar", "Neon", "Tiny"] as const
const SECOND = ["Otter", "Frog", "Agent", "Whale", "Penguin", "Robot", "Cat", "Falcon", "Llama", "Toad"] as const

/** A token is born every five hours and is looked at for a month. */
const LAUNCH_INTERVAL_H = 5
const LISTED_H = 30 * DAY_H

/** Every token that is a month old at most, in the order of birth. */
export function tokensAt(market: SimulatedMarket, nowMs: number): readonly SandboxToken[] {
  const nowH = (nowMs - market.genesisMs) / HOUR_MS
  const last = Math.floor(nowH / LAUNCH_INTERVAL_H)
  const first = Math.max(0, Math.ceil((nowH - LISTED_H) / LAUNCH_INTERVAL_H))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => tokenAt(market, first + i, nowH))
}

function tokenAt(market: SimulatedMarket, index: number, nowH: number): SandboxToken {
  const { seed, genesisMs } = market
  const draw = (name: string) => uniformAt(streamOf(seed, `token-${name}`), index)
  const bornH = index * LAUNCH_INTERVAL_H + 4 * draw("birth")
  const ageH = Math.max(0.2, nowH - bornH)
  // One in six is a rug: its liquidity leaves within two days.
  const rugH = draw("rug") < 0.17 ? 3 + 40 * draw("rug-time") : Infinity
  const isRugPulled = ageH > rugH
  const price = (h: number) => priceOf(seed, index, h - bornH, rugH)
  const changed = (hours: number) => (price(nowH) / price(Math.max(bornH, nowH - hours)) - 1) * 100
  const depth = 25_000 * Math.exp(4.2 * draw("depth") ** 1.3)
  const liquidityUsd = isRugPulled
    ? 180
    : depth * (1 + 0.2 * smoothAt(streamOf(seed, `token-depth-${index}`), nowH / 12))
  const activity = Math.exp(0.8 * smoothAt(streamOf(seed, `token-heat-${index}`), nowH / 9))
  const volumeH24Usd = liquidityUsd * (isRugPulled ? 0.02 : 0.25 + 2.2 * draw("turnover") * activity)
  const trades = Math.round(volumeH24Usd / (60 + 500 * draw("ticket")))
  const share = Math.min(0.93, Math.max(0.2, 0.5 + 0.12 * smoothAt(streamOf(seed, `token-flow-${index}`), nowH / 7)))
  // A trap: everybody buys and nobody can sell.
  const isHoneypot = draw("trap") < 0.03
  const buys = Math.round(trades * share)
  const sells = isHoneypot ? 0 : trades - buys
  const chain = CHAINS[Math.floor(5 * draw("chain") ** 1.6)] ?? "solana"
  return {
    index,
    chain,
    address: addressOf(seed, index, "token", chain),
    pairAddress: addressOf(seed, index, "pair", chain),
    symbol: symbolOf(draw("first"), draw("second")),
    name: nameOf(draw("first"), draw("second")),
    priceUsd: price(nowH),
    changePct: { m5: changed(1 / 12), h1: changed(1), h6: changed(6), h24: changed(DAY_H) },
    liquidityUsd,
    volumeH24Usd,
    fdvUsd: depth * (3 + 60 * draw("fdv") ** 2),
    createdMs: Math.round(genesisMs + bornH * HOUR_MS),
    buys,
    sells,
    buyers: Math.round(buys * 0.7),
    sellers: Math.round(sells * 0.75),
    hasWebsite: draw("website") < 0.7,
    boosts: draw("boost") < 0.3 ? 10 * (1 + Math.floor(40 * draw("boost-size") ** 3)) : 0,
    reports: isRugPulled ? 6 : Math.floor(3 * draw("reports")),
    isHoneypot,
    isRugPull: Number.isFinite(rugH),
  }
}

function priceOf(seed: number, index: number, ageH: number, rugH: number): number {
  const start = Math.exp(-9 + 8 * uniformAt(streamOf(seed, "token-price"), index))
  const walk = 0.9 * smoothAt(streamOf(seed, `token-walk-${index}`), ageH / 30)
  const noise = 0.08 * smoothAt(streamOf(seed, `token-noise-${index}`), ageH / 0.7)
  const fall = ageH > rugH ? -3.5 : 0
  return start * Math.exp(walk + noise + fall)
}

function nameOf(first: number, second: number): string {
  return `${FIRST[Math.floor(10 * first)] ?? ""} ${SECOND[Math.floor(10 * second)] ?? ""}`
}

function symbolOf(first: number, second: number): string {
  return `${(FIRST[Math.floor(10 * first)] ?? "").slice(0, 2)}${(SECOND[Math.floor(10 * second)] ?? "").slice(0, 3)}`.toUpperCase()
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

function addressOf(seed: number, index: number, kind: string, chain: string): string {
  const digit = (place: number, base: number) =>
    Math.floor(base * uniformAt(streamOf(seed, `token-address-${kind}-${place}`), index))
  if (chain === "solana") return Array.from({ length: 44 }, (_, place) => BASE58[digit(place, 58)]).join("")
  return `0x${Array.from({ length: 40 }, (_, place) => digit(place, 16).toString(16)).join("")}`
}
