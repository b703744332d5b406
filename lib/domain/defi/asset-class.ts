import type { YieldPool } from "./yield-pool"

/** The chains that are scanned, as the provider names them. */
export const YIELD_CHAINS = [
  "Ethereum",
  "Base",
  "Solana",
  "Arbitrum",
  "Polygon",
  "OP Mainnet",
  "BSC",
  "Avalanche",
] as const

export type YieldChain = (typeof YIELD_CHAINS)[number]

export type AssetClass = "stablecoin" | "bluechip"

const BLUE_CHIPS = new Set(
  "ETH WETH STETH WSTETH RETH CBETH WEETH BTC WBTC CBBTC TBTC SOL JITOSOL MSOL BSOL".split(" "),
)

const STABLECOINS = new Set(
  (
    "USDC USDT DAI USDS SUSDS SDAI USDE SUSDE GHO SGHO FRAX SFRAX FRXUSD SFRXUSD CRVUSD SCRVUSD PYUSD LUSD FDUSD " +
    "TUSD USDP GUSD RLUSD USDBC USDC.E USDT.E USDT0 USD₮0 AUSD USDG USD1"
  ).split(" "),
)

export function isYieldChain(chain: string): chain is YieldChain {
  return YIELD_CHAINS.some((known) => known === chain)
}

/** Scanned chains on which nothing is listed: the provider has renamed or dropped them. */
export function chainsWithoutPools(pools: readonly Pick<YieldPool, "chain">[]): readonly YieldChain[] {
  const listed = new Set(pools.map(({ chain }) => chain))
  return YIELD_CHAINS.filter((chain) => !listed.has(chain))
}

/**
 * Stablecoin by the provider's mark; blue-chip when every leg of the symbol is ether, bitcoin, solana or one of their
 * large liquid-staking tokens. `null`: neither.
 */
export function assetClassOf(pool: Pick<YieldPool, "isStablecoin" | "symbol">): AssetClass | null {
  if (pool.isStablecoin) return "stablecoin"
  return legsOf(pool.symbol).every((leg) => BLUE_CHIPS.has(leg)) ? "bluechip" : null
}

/** True when each leg is a blue-chip or a stablecoin, in any mixture. */
export function hasKnownLegs(pool: Pick<YieldPool, "isStablecoin" | "symbol">): boolean {
  return pool.isStablecoin || legsOf(pool.symbol).every((leg) => BLUE_CHIPS.has(leg) || STABLECOINS.has(leg))
}

function legsOf(symbol: string): readonly string[] {
  return symbol
    .toUpperCase()
    .trim()
    .split(/[-/+\s]+/)
}
