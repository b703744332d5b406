import type { DexPair } from "@/lib/domain/dex/token-scan"
import type { DexScreenerPair } from "./schema"

/** Converts a pair. The provider counts trades, not wallets. */
export function toPair(row: DexScreenerPair): DexPair {
  const { baseToken, priceChange, volume, txns, info } = row
  return {
    chain: row.chainId,
    address: baseToken.address,
    symbol: baseToken.symbol,
    name: baseToken.name,
    pairAddress: row.pairAddress,
    dex: row.dexId,
    url: row.url,
    priceUsd: row.priceUsd ?? null,
    priceChangePct: {
      m5: priceChange?.m5 ?? null,
      h1: priceChange?.h1 ?? null,
      h6: priceChange?.h6 ?? null,
      h24: priceChange?.h24 ?? null,
    },
    liquidityUsd: row.liquidity?.usd ?? null,
    volumeH24Usd: volume?.h24 ?? null,
    fdvUsd: row.fdv ?? null,
    marketCapUsd: row.marketCap ?? null,
    pairCreatedAtMs: row.pairCreatedAt ?? null,
    buysH24: txns?.h24?.buys ?? null,
    sellsH24: txns?.h24?.sells ?? null,
    buyersH24: null,
    sellersH24: null,
    hasWebsite: info == null ? null : (info.websites ?? []).length > 0,
    hasSocial: info == null ? null : (info.socials ?? []).length > 0,
    communityReports: null,
  }
}
