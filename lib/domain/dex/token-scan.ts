import type { Sourced } from "@/lib/domain/market/candle-feed"

/** A token by chain (names as DexScreener writes them: `ethereum`, `solana`, `base`) and address. */
export type TokenId = { readonly chain: string; readonly address: string }

/** One trading pair in which the token is the base. Percentages are percent; `null` is unknown, never 0. */
export type DexPair = TokenId & {
  readonly symbol: string
  readonly name: string
  readonly pairAddress: string
  readonly dex: string
  readonly url: string
  readonly priceUsd: number | null
  readonly priceChangePct: Readonly<Record<"m5" | "h1" | "h6" | "h24", number | null>>
  readonly liquidityUsd: number | null
  readonly volumeH24Usd: number | null
  readonly fdvUsd: number | null
  readonly marketCapUsd: number | null
  readonly pairCreatedAtMs: number | null
  readonly buysH24: number | null
  readonly sellsH24: number | null
  /** Distinct wallets, where the provider counts them. */
  readonly buyersH24: number | null
  readonly sellersH24: number | null
  readonly hasWebsite: boolean | null
  readonly hasSocial: boolean | null
  /** Suspicion reports by users of the provider. */
  readonly communityReports: number | null
}

/** Number of paid boosts of a token. */
export type TokenBoost = TokenId & { readonly amount: number }

/** 1 is the most visited. */
export type TrendingToken = TokenId & { readonly rank: number }

/** Facts of a security scanner about a contract. `null`: unknown. */
export type TokenSecurity = TokenId & {
  readonly provider: string
  readonly checkedAtMs: number
  /** The source code is public. Without it nobody can look for the other facts. */
  readonly openSource: boolean | null
  readonly honeypot: boolean | null
  readonly buyTaxPct: number | null
  readonly sellTaxPct: number | null
  readonly taxModifiable: boolean | null
  /** A holder cannot sell all that he holds. */
  readonly sellLimited: boolean | null
  readonly mintable: boolean | null
  readonly freezable: boolean | null
  readonly hiddenOwner: boolean | null
  readonly ownershipReclaimable: boolean | null
  /** Somebody can change the balance of a holder. */
  readonly balanceModifiable: boolean | null
  readonly selfDestruct: boolean | null
  readonly proxy: boolean | null
  readonly lpLockedPct: number | null
  /** Part of the supply in the ten largest holdings, without pools, lockers and burned tokens. */
  readonly top10Pct: number | null
  readonly creatorPct: number | null
  readonly honeypotSameCreator: boolean | null
}

/** One sweep of all lists, each in any order; a pair may come from several providers. */
export type TokenScan = {
  readonly pairs: readonly DexPair[]
  readonly boosts: readonly TokenBoost[]
  readonly trending: readonly TrendingToken[]
  readonly security: readonly TokenSecurity[]
  /** Lists that could not be read in this sweep. */
  readonly missing: readonly ("boosts" | "trending" | "security")[]
  /** Answers may contain the values of the lists. Otherwise only classes and scores may leave. */
  readonly showsValues: boolean
}

/** `null`: no sweep within the maximum age. */
export type TokenScanFeed = { read(): Promise<Sourced<TokenScan> | null> }
