import type { DexPair } from "@/lib/domain/dex/token-scan"
import type { GeckoTerminalPool, GeckoTerminalToken } from "./schema"

/** Networks that the two providers name differently; every other name is the same. */
const chainOf: Readonly<Record<string, string>> = {
  eth: "ethereum",
  polygon_pos: "polygon",
  avax: "avalanche",
  "sui-network": "sui",
}

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
    chain: chainOf[network] ?? network,
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
