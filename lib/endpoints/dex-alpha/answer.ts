import type { ResponseOf } from "@/lib/api/contract"
import type { dexAlphaContract } from "./contract"
import { DEX_METHOD_VERSION, scanTokens, type ScoredToken, type TokenFilter } from "@/lib/domain/dex/scan-tokens"
import { type FlagCode, TOKEN_FLAGS, withoutValues } from "@/lib/domain/dex/token-flags"
import type { TokenScan, TokenScanFeed, TokenSecurity } from "@/lib/domain/dex/token-scan"
import { fdvRatio, volumeRatio } from "@/lib/domain/dex/token-score"
import { DataUnavailableError } from "@/lib/domain/errors"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { round, roundOrNull } from "@/lib/domain/round"
import { isoTime } from "@/lib/domain/utc-day"
import { answerMeta, type AnswerContext, type QueryOf } from "@/lib/usecases/answer-meta"

type Query = QueryOf<typeof dexAlphaContract>
type Entry = Answer["tokens"][number]
type Answer = ResponseOf<typeof dexAlphaContract>

const SCORING =
  "liquidity 30 + volume 20 + flow 15 + age 10 + momentum 15 + transparency 10 − penalties; an open model, no forecast."
const DISCLAIMER = "A scan, not advice. Most new tokens lose nearly all of their value; boosts are paid advertising."

const missingWords = {
  boosts: "The list of boosts cannot be read: paid advertising may go unmarked.",
  trending: "The list of trending tokens cannot be read.",
  security: "Not every contract could be checked: tokens without a check have the verdict NOT_CHECKED.",
} as const satisfies Record<TokenScan["missing"][number], string>

const VALUES_WITHHELD =
  "Prices, changes, sizes, counts and ranks of the lists may not be resold: scores, order and limits of a question rest on wide classes of " +
  "them, each counted at its lower end."

const attributionOf: Readonly<Record<string, string>> = {
  dexscreener: "DEX Screener (https://dexscreener.com)",
  geckoterminal: "GeckoTerminal (https://www.geckoterminal.com)",
  GoPlus: "GoPlus Security (https://gopluslabs.io)",
  "honeypot.is": "honeypot.is (https://honeypot.is)",
  RugCheck: "RugCheck (https://rugcheck.xyz)",
}

/** The lists that were read, and the scanners whose facts are shown. */
function attributionsOf({ source, value }: Sourced<TokenScan>): string[] {
  const named = new Set([...source.split("+"), ...value.security.map(({ provider }) => provider)])
  return Object.keys(attributionOf).flatMap((name) => (named.has(name) ? (attributionOf[name] ?? []) : []))
}

/**
 * Trending and boosted tokens, scored.
 *
 * @throws {DataUnavailableError} without token lists, or when neither list of tokens could be read.
 */
export async function getDexAlpha(
  query: Query,
  { tokens, nowMs, mode }: AnswerContext & { readonly tokens: TokenScanFeed },
): Promise<Answer> {
  const tokenLists = await readTokens(tokens)
  const scan = scanTokens(tokenLists.value, tokenFilterOf(query), nowMs)
  const shown = scan.tokens.slice(0, query.limit)
  return {
    tokens: shown.map((token, index) => {
      const entry = toEntry(token, index + 1)
      return tokenLists.value.showsValues ? entry : withoutListValues(entry, token)
    }),
    counts: {
      boosted_seen: scan.boostedSeen,
      trending_seen: scan.trendingSeen,
      scored: scan.scored,
      returned: shown.length,
      excluded: { ...scan.excluded },
    },
    scoring: SCORING,
    attribution: attributionsOf(tokenLists),
    timestamp: isoTime(nowMs),
    meta: answerMeta({
      nowMs,
      mode,
      methodVersion: DEX_METHOD_VERSION,
      inputs: [tokenLists],
      degraded: [
        ...tokenLists.value.missing.map((list) => missingWords[list]),
        ...(tokenLists.value.showsValues ? [] : [VALUES_WITHHELD]),
      ],
      disclaimer: DISCLAIMER,
    }),
  }
}

/** @throws {DataUnavailableError} without token lists, or when neither list of tokens could be read. */
export async function readTokens(tokens: TokenScanFeed): Promise<Sourced<TokenScan>> {
  const tokenLists = await tokens.read()
  const isMissingLists = tokenLists?.value.missing.includes("boosts") && tokenLists.value.missing.includes("trending")
  if (tokenLists === null || isMissingLists || tokenLists.value.pairs.length === 0) {
    throw new DataUnavailableError("Tokens cannot be scanned at the moment.")
  }
  return tokenLists
}

/** The limits that a question names. */
export function tokenFilterOf(query: Query): TokenFilter {
  const flags = new Set(query.exclude_flags.split(","))
  return {
    chain: query.chain === "all" ? null : query.chain,
    minLiquidityUsd: query.min_liquidity_usd,
    minAgeHours: query.min_age_h ?? null,
    maxAgeHours: query.max_age_h ?? null,
    includeBoosted: query.include_boosted === "true",
    excludeFlags: TOKEN_FLAGS.filter((flag: FlagCode) => flags.has(flag)),
    verdict: query.verdict ?? null,
  }
}

function toEntry(token: ScoredToken, rank: number): Answer["tokens"][number] {
  const { pair } = token
  return {
    rank,
    chain: pair.chain,
    address: pair.address,
    symbol: pair.symbol,
    name: pair.name,
    pair_address: pair.pairAddress,
    dex: pair.dex,
    url: pair.url,
    price_usd: pair.priceUsd,
    price_change_pct: { ...pair.priceChangePct },
    liquidity_usd: roundOrNull(pair.liquidityUsd, 0),
    volume_h24_usd: roundOrNull(pair.volumeH24Usd, 0),
    fdv_usd: roundOrNull(pair.fdvUsd, 0),
    market_cap_usd: roundOrNull(pair.marketCapUsd, 0),
    pair_created_at: pair.pairCreatedAtMs === null ? null : isoTime(pair.pairCreatedAtMs),
    age_h: roundOrNull(token.measures.ageHours, 1),
    txns_h24: { buys: pair.buysH24, sells: pair.sellsH24, buyers: pair.buyersH24, sellers: pair.sellersH24 },
    vol_liq_ratio: roundOrNull(volumeRatio(pair), 2),
    fdv_liq_ratio: roundOrNull(fdvRatio(pair), 2),
    score: round(token.score, 1),
    components: { ...token.parts },
    penalties: [...token.penalties],
    boosted: token.boostAmount !== null,
    boost_amount: token.boostAmount,
    trending_rank: token.trendingRank,
    security: toSecurity(token.security),
    flags: [...token.flags],
    verdict: token.verdict,
    unknown_count: token.unknown.length,
    unknown: token.unknown.map((check) => snakeCase(check)),
  }
}

/** The entry without the values of the lists, also changes that a list computes. Scores and classes stay. */
function withoutListValues(entry: Entry, { flags }: ScoredToken): Entry {
  return {
    ...entry,
    price_usd: null,
    price_change_pct: { m5: null, h1: null, h6: null, h24: null },
    liquidity_usd: null,
    volume_h24_usd: null,
    fdv_usd: null,
    market_cap_usd: null,
    pair_created_at: null,
    age_h: null,
    txns_h24: { buys: null, sells: null, buyers: null, sellers: null },
    vol_liq_ratio: null,
    fdv_liq_ratio: null,
    boost_amount: null,
    trending_rank: null,
    flags: [...withoutValues(flags)],
  }
}

function toSecurity(security: TokenSecurity | null): Answer["tokens"][number]["security"] {
  return {
    provider: security?.provider ?? null,
    checked_at: security === null ? null : isoTime(security.checkedAtMs),
    open_source: security?.openSource ?? null,
    honeypot: security?.honeypot ?? null,
    buy_tax_pct: security?.buyTaxPct ?? null,
    sell_tax_pct: security?.sellTaxPct ?? null,
    tax_modifiable: security?.taxModifiable ?? null,
    sell_limited: security?.sellLimited ?? null,
    mintable: security?.mintable ?? null,
    freezable: security?.freezable ?? null,
    hidden_owner: security?.hiddenOwner ?? null,
    ownership_reclaimable: security?.ownershipReclaimable ?? null,
    balance_modifiable: security?.balanceModifiable ?? null,
    self_destruct: security?.selfDestruct ?? null,
    proxy: security?.proxy ?? null,
    lp_locked_pct: security?.lpLockedPct ?? null,
    top10_pct: security?.top10Pct ?? null,
    creator_pct: security?.creatorPct ?? null,
    honeypot_same_creator: security?.honeypotSameCreator ?? null,
  }
}

/** `sellTaxPct` is `sell_tax_pct` in the answer. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
