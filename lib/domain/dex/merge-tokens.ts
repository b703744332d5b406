import { compareText } from "@/lib/domain/compare-text"
import { groupBy } from "@/lib/domain/group-by"
import type { DexPair, TokenId, TokenScan, TokenSecurity } from "./token-scan"

/** One token: its deepest pair with everything that the lists say about it. */
export type DexToken = {
  readonly pair: DexPair
  /** `null` without paid boosts. */
  readonly boostAmount: number | null
  readonly trendingRank: number | null
  readonly security: TokenSecurity | null
}

/** One entry per token, by key: the pair with the most liquidity, the largest boost, the best trending rank. */
export function mergeTokens({ pairs, boosts, trending, security }: TokenScan): readonly DexToken[] {
  const boosted = groupBy(boosts, keyOf)
  const ranked = groupBy(trending, keyOf)
  const checked = groupBy(security, keyOf)
  return groupBy(pairs, keyOf)
    .map((group): DexToken => {
      const pair = group.reduce((best, other) => (compareDepth(other, best) < 0 ? other : best))
      const key = keyOf(pair)
      const paid = boosted.find(([first]) => keyOf(first) === key)
      const ranks = ranked.find(([first]) => keyOf(first) === key)
      const checks = checked.find(([first]) => keyOf(first) === key)
      return {
        pair: withReports(pair, group),
        boostAmount: paid ? Math.max(...paid.map(({ amount }) => amount)) : null,
        trendingRank: ranks ? Math.min(...ranks.map(({ rank }) => rank)) : null,
        security:
          checks?.toSorted((a, b) => b.checkedAtMs - a.checkedAtMs || compareText(a.provider, b.provider))[0] ?? null,
      }
    })
    .toSorted((a, b) => compareText(keyOf(a.pair), keyOf(b.pair)))
}

/** Addresses of Ethereum-like chains are the same in either case; those of Solana are not. */
export function keyOf({ chain, address }: TokenId): string {
  return `${chain}:${address.startsWith("0x") ? address.toLowerCase() : address}`
}

function compareDepth(a: DexPair, b: DexPair): number {
  return (
    (b.liquidityUsd ?? -1) - (a.liquidityUsd ?? -1) ||
    (b.volumeH24Usd ?? -1) - (a.volumeH24Usd ?? -1) ||
    compareText(a.pairAddress, b.pairAddress) ||
    compareText(a.url, b.url) ||
    compareText(JSON.stringify(a), JSON.stringify(b))
  )
}

/** Providers have different fields, so reports and wallets of the same pair are combined. */
function withReports(pair: DexPair, group: readonly DexPair[]): DexPair {
  const same = group.filter(({ pairAddress }) => pairAddress.toLowerCase() === pair.pairAddress.toLowerCase())
  const counted = same.find(({ buyersH24, sellersH24 }) => buyersH24 !== null && sellersH24 !== null)
  const reports = group.flatMap(({ communityReports }) => communityReports ?? [])
  return {
    ...pair,
    buyersH24: pair.buyersH24 ?? counted?.buyersH24 ?? null,
    sellersH24: pair.sellersH24 ?? counted?.sellersH24 ?? null,
    hasWebsite: either(group.map(({ hasWebsite }) => hasWebsite)),
    hasSocial: either(group.map(({ hasSocial }) => hasSocial)),
    communityReports: reports.length === 0 ? null : Math.max(...reports),
  }
}

function either(facts: readonly (boolean | null)[]): boolean | null {
  if (facts.includes(true)) return true
  return facts.includes(false) ? false : null
}
