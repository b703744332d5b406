import { z } from "zod"
import { dexAlphaContract } from "./contract"
import { keyOf } from "@/lib/domain/dex/merge-tokens"
import { CLASS_STEP_POINTS } from "@/lib/domain/dex/token-classes"
import { DEX_METHOD_VERSION, scanTokens, type ScoredToken } from "@/lib/domain/dex/scan-tokens"
import { SCORE_TO_WATCH, type TokenVerdict } from "@/lib/domain/dex/token-flags"
import type { TokenScan } from "@/lib/domain/dex/token-scan"
import { tokenFilterOf } from "./answer"
import type { QueryOf } from "@/lib/usecases/answer-meta"
import type { ResourceDecision } from "@/lib/usecases/resource-versions"

const DEFAULTS = dexAlphaContract.queryParams.parse({})
/** The longest list that can be bought. */
const MAX_TOKENS = 50
/** Scores move with every trade. Points by which two tokens may stand in the wrong order without a new version. */
export const SCORE_BAND = 1

/** A score of classes moves by a whole step when one value crosses an edge. */
const bandOf = ({ showsValues }: TokenScan) => (showsValues ? SCORE_BAND : CLASS_STEP_POINTS)

const Decision = z.object({
  method: z.string(),
  /** The default list, best score first. */
  ranked: z.array(z.string()),
  /** Verdict, warnings and dangers of each token of the lists that are sold, by its key. */
  tokens: z.record(z.string(), z.object({ verdict: z.string(), flags: z.array(z.string()) })),
})

type Decision = z.output<typeof Decision>

/**
 * The facts that make a new version of the scan: tokens and their order, verdicts, and flags. A flag that changes is a new
 * version at once. Order and verdict have a dead band around scores.
 */
export function dexDecision(scan: TokenScan, nowMs: number): Pick<ResourceDecision, "decision" | "isSame"> {
  const all = scanTokens(scan, ALL_TOKENS, nowMs).tokens
  const list = scanTokens(scan, tokenFilterOf(DEFAULTS), nowMs).tokens
  const known = new Map(all.map((token) => [keyOf(token.pair), token]))
  const ranked = list.slice(0, DEFAULTS.limit)
  const decision: Decision = {
    method: DEX_METHOD_VERSION,
    ranked: ranked.map(({ pair }) => keyOf(pair)),
    tokens: Object.fromEntries(
      [...all.slice(0, MAX_TOKENS), ...ranked].map((token) => [keyOf(token.pair), factsOf(token)]),
    ),
  }
  const isSame = (held: unknown) => {
    const { data } = Decision.safeParse(held)
    const scores = { known, band: bandOf(scan) }
    return data?.method === decision.method && hasSameFlags(data, scores) && hasSameOrder(data, decision, scores)
  }
  return { decision, isSame }
}

/** The tokens of a filtered list: with time tokens pass limits of age, and a filter leaves others in than the default. */
export function dexQueryDecision(query: QueryOf<typeof dexAlphaContract>, scan: TokenScan, nowMs: number): unknown {
  const { tokens } = scanTokens(scan, tokenFilterOf(query), nowMs)
  return [DEX_METHOD_VERSION, tokens.slice(0, query.limit).map((token) => [keyOf(token.pair), factsOf(token)])]
}

const ALL_TOKENS = tokenFilterOf({ ...DEFAULTS, min_liquidity_usd: 0 })

function factsOf({ verdict, flags }: ScoredToken): Decision["tokens"][string] {
  return {
    verdict,
    flags: flags.filter(({ severity }) => severity !== "INFO").map(({ code, severity }) => `${code} ${severity}`),
  }
}

type Scores = { readonly known: ReadonlyMap<string, ScoredToken>; readonly band: number }

/** Tokens that are in no list any more have no flags to compare; those of the default list are missed in its order. */
function hasSameFlags(held: Decision, { known, band }: Scores): boolean {
  return Object.entries(held.tokens).every(([key, before]) => {
    const token = known.get(key)
    if (token === undefined) return true
    const now = factsOf(token)
    const isSameVerdict = now.verdict === before.verdict || isNearBound(token, before.verdict, band)
    return isSameVerdict && JSON.stringify(now.flags) === JSON.stringify(before.flags)
  })
}

const BY_SCORE: ReadonlySet<string> = new Set<TokenVerdict>(["WATCH", "CAUTION"])

function isNearBound({ verdict, score }: ScoredToken, before: string, band: number): boolean {
  return BY_SCORE.has(verdict) && BY_SCORE.has(before) && Math.abs(score - SCORE_TO_WATCH) <= band
}

/** Whether the held list is still in order, and no other token stands clearly before its last one. */
function hasSameOrder(held: Decision, { ranked }: Decision, { known, band }: Scores): boolean {
  const scores = held.ranked.map((key) => known.get(key)?.score ?? Number.NaN)
  const isInOrder = scores.every((score, index) => scores.slice(index + 1).every((later) => score >= later - band))
  const lowest = Math.min(...scores)
  const entered = ranked.filter((key) => !held.ranked.includes(key))
  const isFull = ranked.length === held.ranked.length
  return isInOrder && isFull && entered.every((key) => (known.get(key)?.score ?? 0) <= lowest + band)
}
