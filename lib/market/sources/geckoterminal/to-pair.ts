import type { DexPair } from "@/lib/domain/dex/token-scan"
import type { GeckoTerminalPool, GeckoTerminalToken } from "./schema"

/** DexScreener's name of each network of GeckoTerminal. Answers use it, so that tokens of both lists are the same. */
export const CHAIN_OF_NETWORK: Readonly<Record<string, string>> = {
  abstract: "abstract",
  apechain: "apechain",
  aptos: "aptos",
  arbitrum: "arbitrum",
  avax: "avalanche",
  base: "base",
  berachain: "berachain",
  blast: "blast",
  bsc: "bsc",
  celo: "celo",
  cro: "cronos",
  eth: "ethereum",
  ftm: "fantom",
  hyperevm: "hyperevm",
  hyperliquid: "hyperliquid",
  linea: "linea",
  mantle: "mantle",
  monad: "monad",
  near: "near",
  optimism: "optimism",
  polygon_pos: "polygon",
  pulsechain: "pulsechain",
  scroll: "scroll",
  solana: "solana",
  sonic: "sonic",
  "sui-network": "sui",
  ton: "ton",
  tron: "tron",
  unichain: "unichain",
  "world-chain": "worldchain",
  xdai: "gnosischain",
  zksync: "zksync",
  "zora-network": "zora",
}

/** A network that DexScreener may name differently. `url` of the pair has the network. */
export const UNKNOWN_CHAIN = "unknown"

/** Converts a pool; `null` if its base token is not included. */
export function toPair(
  { attributes, relationships }: GeckoTerminalPool,
  tokens: ReadonlyMap<string, GeckoTerminalToken>,
): DexPair | null {
  const token = tokens.get(relationships.base_token.data.id)
  if (token === undefined) return null
  // The id is `network_address`; networks may have an underscore of their own.
  const network = relationships.network?.data.id ?? token.id.slice(0, Math.max(0, token.id.lastIndexOf("_")))
  const { transactions, price_change_percentage: change } = attributes
  const day = transactions?.h24
  return {
    chain: CHAIN_OF_NETWORK[network] ?? UNKNOWN_CHAIN,
    address: token.attributes.address,
    symbol: token.attributes.symbol,
    name: token.attributes.name,
    pairAddress: attributes.address,
    dex: relationships.dex.data.id,
    url: `https://www.geckoterminal.com/${network}/pools/${attributes.address}`,
    priceUsd: attributes.base_token_price_usd ?? null,
    priceChangePct: {
      m5: change?.m5 ?? null,
      h1: change?.h1 ?? null,
      h6: change?.h6 ?? null,
      h24: change?.h24 ?? null,
    },
    liquidityUsd: attributes.reserve_in_usd ?? null,
    volumeH24Usd: attributes.volume_usd?.h24 ?? null,
    fdvUsd: attributes.fdv_usd ?? null,
    marketCapUsd: attributes.market_cap_usd ?? null,
    pairCreatedAtMs: attributes.pool_created_at == null ? null : Date.parse(attributes.pool_created_at),
    buysH24: day?.buys ?? null,
    sellsH24: day?.sells ?? null,
    buyersH24: day?.buyers ?? null,
    sellersH24: day?.sellers ?? null,
    hasWebsite: null,
    hasSocial: null,
    communityReports: attributes.community_sus_report ?? null,
  }
}
