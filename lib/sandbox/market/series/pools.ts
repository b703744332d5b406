import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { normalAt, smoothAt, streamOf, uniformAt } from "@/lib/sandbox/market/random"
import type { SimulatedMarket } from "@/lib/sandbox/market/simulated-market"

/** A pool of the simulated DeFi market, in the provider's own fields. */
export type SandboxPool = Readonly<Record<string, unknown>> & {
  readonly chain: string
  readonly project: string
  readonly tvlUsd: number
}

export type SandboxProtocol = {
  readonly id: string
  readonly slug: string
  readonly name: string
  /** Groups the versions of one protocol: `parent#anchor-lend`. */
  readonly parentProtocol: string | null
  readonly category: string
  readonly audits: string | null
  readonly audit_links: readonly string[]
  readonly listedAt: number | null
  readonly forkedFromIds: readonly string[]
  readonly chains: readonly string[]
  readonly tvl: number
}

/** How many pools each chain has; the provider lists more chains than we scan. */
const POOLS_BY_CHAIN = {
  Ethereum: 5_150,
  Base: 2_990,
  Solana: 2_660,
  BSC: 1_300,
  Arbitrum: 940,
  Polygon: 600,
  "OP Mainnet": 430,
  Avalanche: 420,
  Sonic: 700,
  Sui: 640,
  Hyperliquid: 570,
} as const

const PROTOCOLS = 240
const LENDING = ["lend", "market", "credit", "reserve"] as const
const NAMES = ["Anchor", "Beacon", "Cedar", "Delta", "Ember", "Fjord", "Garnet", "Harbor", "Iris", "Juniper"] as const
const KINDS = ["Lend", "Swap", "Vault", "Stake", "Market", "Finance"] as const

const STABLES = ["USDC", "USDT", "DAI", "USDS", "USDE", "FRAX", "GHO", "PYUSD"] as const
const BLUE_CHIPS = ["WETH", "STETH", "WSTETH", "RETH", "CBETH", "WBTC", "CBBTC", "TBTC", "SOL", "JITOSOL"] as const
const OTHERS = ["ARB", "OP", "LINK", "UNI", "AERO", "CAKE", "JUP", "PENDLE", "MORPHO", "RNDR", "PEPE", "WIF"] as const

const held = new WeakMap<SimulatedMarket, { readonly hour: number; readonly pools: readonly SandboxPool[] }>()

/** Every pool as of the hour, largest first. Built once an hour: the real list is recomputed as often. */
export function poolsAt(market: SimulatedMarket, nowMs: number): readonly SandboxPool[] {
  const hour = Math.floor(nowMs / HOUR_MS)
  const known = held.get(market)
  if (known?.hour === hour) return known.pools
  const chains = Object.entries(POOLS_BY_CHAIN).flatMap(([chain, count]) =>
    Array.from({ length: Math.ceil(count * market.poolShare) }, () => chain),
  )
  const pools = chains.map((chain, index) => poolOf(market, chain, index, hour)).toSorted((a, b) => b.tvlUsd - a.tvlUsd)
  held.set(market, { hour, pools })
  return pools
}

function poolOf({ seed }: SimulatedMarket, chain: string, index: number, hour: number): SandboxPool {
  const draw = (name: string) => uniformAt(streamOf(seed, `pool-${name}`), index)
  const normal = (name: string) => normalAt(streamOf(seed, `pool-${name}`), index)
  const asset = assetOf(draw("class"), draw("first"), draw("second"))
  // A few large pools and many small ones. The provider omits pools below 10,000 dollars.
  const size = Math.exp(12.2 + 2.1 * normal("tvl"))
  const drift = smoothAt(streamOf(seed, `pool-tvl-walk-${index}`), hour / 240)
  const tvlUsd = Math.round(Math.max(10_050, Math.min(3.5e10, size)) * Math.exp(0.12 * drift))
  const level = asset.apy * Math.exp(0.55 * normal("apy"))
  const wave = smoothAt(streamOf(seed, `pool-apy-walk-${index}`), hour / 60)
  const apyBase = round(level * (1 + 0.18 * wave), 5)
  const meanPct = level * 1.03
  const rewarded = draw("reward") < 0.28
  const apyReward = rewarded ? round(level * (0.2 + 1.6 * draw("reward-size")), 5) : null
  const isOutlier = draw("outlier") < 0.012
  const apy = isOutlier ? round(900 + 40_000 * draw("outlier-size"), 5) : round(apyBase + (apyReward ?? 0), 5)
  const count = Math.floor(3 + 1_100 * draw("age") ** 1.4)
  const project = slugOf(Math.floor(PROTOCOLS * draw("project") ** 1.7))
  const isNull = draw("null") < 0.008
  return {
    chain,
    project,
    symbol: asset.symbol,
    tvlUsd,
    apyBase: isNull ? null : apyBase,
    apyReward,
    apy: isNull ? null : apy,
    rewardTokens: rewarded ? [addressOf(index, "reward")] : null,
    pool: uuidOf(seed, index),
    apyPct1D: round(level * 0.02 * wave, 5),
    apyPct7D: count < 8 ? null : round(level * 0.06 * wave, 5),
    apyPct30D: count < 31 ? null : round(level * 0.1 * wave, 5),
    stablecoin: asset.isStable,
    ilRisk: asset.isPair && !asset.isStable ? "yes" : "no",
    exposure: asset.isPair ? "multi" : "single",
    predictions: {
      predictedClass: count < 30 ? null : draw("outlook") < 0.68 ? "Stable/Up" : "Down",
      predictedProbability: count < 30 ? null : round(50 + 45 * draw("outlook-p"), 2),
      binnedConfidence: count < 30 ? null : 1 + Math.floor(3 * draw("outlook-c")),
    },
    poolMeta: draw("meta") < 0.25 ? "0.05%" : null,
    mu: round(meanPct, 5),
    sigma: round(returnSigmaOf(meanPct, asset.variation * Math.exp(0.6 * normal("sigma"))), 5),
    count,
    outlier: isOutlier,
    underlyingTokens: draw("tokens") < 0.05 ? null : [addressOf(index, "a"), ...(asset.isPair ? [null] : [])],
    il7d: null,
    apyBase7d: null,
    apyMean30d: count < 31 ? null : round(level * (1 + (apyReward === null ? 0 : 0.7)), 5),
    volumeUsd1d: asset.isPair ? round(tvlUsd * 0.2 * draw("volume"), 2) : null,
    volumeUsd7d: null,
    apyBaseInception: null,
  }
}

type Asset = {
  readonly symbol: string
  readonly isStable: boolean
  readonly isPair: boolean
  /** Typical, percent per year. */
  readonly apy: number
  /** Typical standard deviation of the yield over its mean. */
  readonly variation: number
}

/** Standard deviation of daily returns, annualised, in percent: the provider's unit for the variation of a yield. */
function returnSigmaOf(meanPct: number, variation: number): number {
  return (variation * meanPct) / (Math.sqrt(365) * (1 + meanPct / 100))
}

function assetOf(kind: number, first: number, second: number): Asset {
  const [stable, other] = [pick(STABLES, first), pick(STABLES, second)]
  if (kind < 0.16) return { symbol: stable, isStable: true, isPair: false, apy: 4.6, variation: 0.3 }
  if (kind < 0.22) return { symbol: `${stable}-${other}`, isStable: true, isPair: true, apy: 5.4, variation: 0.4 }
  const chip = pick(BLUE_CHIPS, first)
  if (kind < 0.32) return { symbol: chip, isStable: false, isPair: false, apy: 2.7, variation: 0.28 }
  if (kind < 0.42) return { symbol: `${chip}-${stable}`, isStable: false, isPair: true, apy: 11, variation: 0.8 }
  const alt = pick(OTHERS, first)
  const pair = second < 0.7
  return {
    symbol: pair ? `${alt}-WETH` : alt,
    isStable: false,
    isPair: pair,
    apy: pair ? 22 : 6,
    variation: pair ? 1.2 : 0.9,
  }
}

/** Protocols by age and quality: the largest are the oldest and best audited. */
export function protocolsAt(market: SimulatedMarket): readonly SandboxProtocol[] {
  return Array.from({ length: PROTOCOLS }, (_, index): SandboxProtocol => {
    const draw = (name: string) => uniformAt(streamOf(market.seed, `protocol-${name}`), index)
    const quality = 1 - index / PROTOCOLS
    const listedMs = market.genesisMs + Math.floor(2_400 * draw("age") * (1 - 0.6 * quality)) * DAY_MS
    const audits =
      draw("audits") < 0.06 ? null : String(Math.min(3, Math.floor(3.2 * (0.5 * quality + 0.5 * draw("audit")))))
    return {
      id: idOf(index),
      slug: slugOf(index),
      name: nameOf(index),
      parentProtocol: parentOf(index),
      category: LENDING.some((word) => slugOf(index).includes(word)) ? "Lending" : "Dexs",
      audits,
      audit_links: audits === null || audits === "0" ? [] : ["https://audits.example/report.pdf"],
      listedAt: draw("listed") < 0.04 ? null : Math.floor(listedMs / 1000),
      forkedFromIds: draw("fork") < 0.2 ? ["1"] : [],
      chains: ["Ethereum"],
      tvl: Math.round(1e10 * quality ** 6),
    }
  })
}

/** Exploits since the beginning of the simulation, most of them small protocols. */
export function hacksUntil(market: SimulatedMarket, nowMs: number) {
  const stream = streamOf(market.seed, "hacks")
  const months = Math.floor((nowMs - market.genesisMs) / (30 * DAY_MS))
  return Array.from({ length: months }, (_, index) => {
    const protocol = Math.floor(PROTOCOLS * (0.25 + 0.75 * uniformAt(stream, 3 * index + 1)))
    const amount = Math.round(Math.exp(13 + 4 * uniformAt(stream, 3 * index + 2)))
    return {
      date: Math.floor((market.genesisMs + index * 30 * DAY_MS + uniformAt(stream, 3 * index) * 29 * DAY_MS) / 1000),
      name: nameOf(protocol),
      classification: "Protocol Logic",
      technique: "Reentrancy",
      amount,
      chain: ["Ethereum"],
      bridgeHack: false,
      targetType: "DeFi Protocol",
      source: "https://exploits.example/report",
      returnedFunds: index % 6 === 5 ? amount : null,
      // The provider sends ids as text or as numbers.
      defillamaId: index % 4 === 3 ? null : index % 2 === 0 ? idOf(protocol) : Number(idOf(protocol)),
      language: "Solidity",
      parentProtocolId: index % 4 === 3 ? null : parentOf(protocol),
    }
  }).filter(({ date }) => date * 1000 <= nowMs)
}

function idOf(index: number): string {
  return String(10_000 + index)
}

function parentOf(index: number): string {
  return `parent#${slugOf(index % (NAMES.length * KINDS.length))}`
}

function nameOf(index: number): string {
  const [name, kind] = [NAMES[index % NAMES.length] ?? "", KINDS[Math.floor(index / NAMES.length) % KINDS.length] ?? ""]
  const version = Math.floor(index / (NAMES.length * KINDS.length))
  return `${name} ${kind}${version === 0 ? "" : ` V${version + 1}`}`
}

function slugOf(index: number): string {
  return nameOf(index).toLowerCase().replaceAll(" ", "-")
}

function uuidOf(seed: number, index: number): string {
  const hex = (name: string) =>
    Math.floor(uniformAt(streamOf(seed, `pool-id-${name}`), index) * 2 ** 32)
      .toString(16)
      .padStart(8, "0")
  const [a, b, c, d] = [hex("a"), hex("b"), hex("c"), hex("d")]
  return `${a}-${b.slice(0, 4)}-${b.slice(4)}-${c.slice(0, 4)}-${c.slice(4)}${d}`
}

function addressOf(index: number, name: string): string {
  return `0x${streamOf(index, name).toString(16).replace("-", "").padStart(40, "0").slice(0, 40)}`
}

function pick<T>(values: readonly [T, ...T[]], share: number): T {
  return values[Math.floor(share * values.length)] ?? values[0]
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
