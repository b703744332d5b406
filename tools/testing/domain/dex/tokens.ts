import type { DexPair, TokenScan, TokenSecurity } from "@/lib/domain/dex/token-scan"
import { DAY_MS } from "@/lib/domain/utc-day"

export const nowMs = Date.UTC(2026, 10, 20, 12)

/** A deep, old, rising pair with links; every field can be overridden. */
export function pair(address: string, rest: Partial<DexPair> = {}): DexPair {
  return {
    chain: "base",
    address,
    symbol: address.toUpperCase(),
    name: address,
    pairAddress: `pair-${address}`,
    dex: "uniswap",
    url: `https://dexscreener.com/base/${address}`,
    priceUsd: 1,
    priceChangePct: { m5: 0, h1: 1, h6: 2, h24: 3 },
    liquidityUsd: 1_000_000,
    volumeH24Usd: 1_500_000,
    fdvUsd: 10_000_000,
    marketCapUsd: null,
    pairCreatedAtMs: nowMs - 10 * DAY_MS,
    buysH24: 525,
    sellsH24: 475,
    buyersH24: null,
    sellersH24: null,
    hasWebsite: true,
    hasSocial: true,
    communityReports: 0,
    ...rest,
  }
}

export function scan(pairs: readonly DexPair[], rest: Partial<TokenScan> = {}): TokenScan {
  return { pairs, boosts: [], trending: [], security: [], missing: [], showsValues: true, ...rest }
}

/** A contract in which a scanner found nothing. */
export function security(address: string, rest: Partial<TokenSecurity> = {}): TokenSecurity {
  return {
    chain: "base",
    address,
    provider: "scanner",
    checkedAtMs: nowMs - 60_000,
    openSource: true,
    honeypot: false,
    buyTaxPct: 0,
    sellTaxPct: 0,
    taxModifiable: false,
    sellLimited: false,
    mintable: false,
    freezable: false,
    hiddenOwner: false,
    ownershipReclaimable: false,
    balanceModifiable: false,
    selfDestruct: false,
    proxy: false,
    lpLockedPct: 100,
    top10Pct: 20,
    creatorPct: 1,
    honeypotSameCreator: false,
    ...rest,
  }
}
