import { type DexToken, keyOf, mergeTokens } from "./merge-tokens"
import {
  type FlagCode,
  findCopycats,
  flagToken,
  type TokenFlag,
  type SecurityCheck,
  unknownChecks,
  type TokenVerdict,
  tokenVerdictOf,
} from "./token-flags"
import { inClasses } from "./token-classes"
import type { TokenScan } from "./token-scan"
import { measuresOf, scoreToken, type TokenMeasures, type TokenScore } from "./token-score"

export const DEX_METHOD_VERSION = "dex-2026.11-6"

/** The buyer's own limits; `null`: none. */
export type TokenFilter = {
  readonly chain: string | null
  readonly minLiquidityUsd: number
  readonly minAgeHours: number | null
  readonly maxAgeHours: number | null
  readonly includeBoosted: boolean
  readonly excludeFlags: readonly FlagCode[]
  readonly verdict: TokenVerdict | null
}

export const TOKEN_EXCLUSIONS = ["chain", "low_liquidity", "age", "boosted", "flag", "verdict"] as const

export type TokenExclusion = (typeof TOKEN_EXCLUSIONS)[number]

export type ScoredToken = DexToken &
  TokenScore & {
    readonly measures: TokenMeasures
    readonly flags: readonly TokenFlag[]
    readonly verdict: TokenVerdict
    readonly unknown: readonly SecurityCheck[]
  }

export type DexScan = {
  /** Best score first. */
  readonly tokens: readonly ScoredToken[]
  readonly boostedSeen: number
  readonly trendingSeen: number
  /** Tokens with a pair, each counted once. */
  readonly scored: number
  readonly excluded: Readonly<Record<TokenExclusion, number>>
}

/**
 * Scores all tokens of a scan and keeps those that match the buyer's filter: `scored` is the number of kept tokens plus
 * all of `excluded`. Where the values of the lists may not be shown, scores, order and limits rest on classes of them.
 */
export function scanTokens(scan: TokenScan, filter: TokenFilter, nowMs: number): DexScan {
  const merged = mergeTokens(scan)
  const copies = findCopycats(merged)
  const excluded: Record<TokenExclusion, number> = {
    chain: 0,
    low_liquidity: 0,
    age: 0,
    boosted: 0,
    flag: 0,
    verdict: 0,
  }
  const kept: ScoredToken[] = []
  for (const token of merged) {
    const exact = measuresOf(token.pair, nowMs)
    const measures = scan.showsValues ? exact : inClasses(exact)
    const scored = toScored(token, measures, copies.get(keyOf(token.pair)) ?? null, nowMs)
    const reason = reasonToDrop(scored, filter)
    if (reason === null) kept.push(scored)
    else excluded[reason] += 1
  }
  return {
    tokens: kept.toSorted((a, b) => b.score - a.score || (keyOf(a.pair) < keyOf(b.pair) ? -1 : 1)),
    boostedSeen: new Set(scan.boosts.map(keyOf)).size,
    trendingSeen: new Set(scan.trending.map(keyOf)).size,
    scored: merged.length,
    excluded,
  }
}

function toScored(token: DexToken, measures: TokenMeasures, copyOf: string | null, nowMs: number): ScoredToken {
  const score = scoreToken(token, measures, copyOf !== null)
  const flags = flagToken(token, copyOf, nowMs)
  return {
    ...token,
    ...score,
    measures,
    flags,
    verdict: tokenVerdictOf(token, flags, score.score),
    unknown: unknownChecks(token),
  }
}

/** A value that is unknown, or whose class reaches beyond a limit, does not meet the limit. */
function reasonToDrop(token: ScoredToken, filter: TokenFilter): TokenExclusion | null {
  const { pair, measures } = token
  const { liquidityUsd, ageHours, maxAgeHours } = measures
  if (filter.chain !== null && pair.chain !== filter.chain) return "chain"
  if (filter.minLiquidityUsd > 0 && (liquidityUsd ?? 0) < filter.minLiquidityUsd) return "low_liquidity"
  if (filter.minAgeHours !== null && (ageHours === null || ageHours < filter.minAgeHours)) return "age"
  if (filter.maxAgeHours !== null && (maxAgeHours === null || maxAgeHours > filter.maxAgeHours)) return "age"
  if (!filter.includeBoosted && token.boostAmount !== null) return "boosted"
  if (token.flags.some(({ code }) => filter.excludeFlags.includes(code))) return "flag"
  return filter.verdict !== null && token.verdict !== filter.verdict ? "verdict" : null
}
