import type { Sourced } from "@/lib/domain/market/candle-feed"

/**
 * One yield pool. Yields are percent per year, changes percentage points; `null` is unknown, never 0.
 *
 * @see https://api-docs.defillama.com (yields, `/pools`)
 */
export type YieldPool = {
  readonly poolId: string
  /** Slug of the protocol: the key into the trust data. */
  readonly project: string
  /** As the provider displays it: `OP Mainnet`. */
  readonly chain: string
  readonly symbol: string
  /** Fee tier, maturity or market. */
  readonly poolMeta: string | null
  readonly tvlUsd: number
  /** `null` until a week of own snapshots exists. */
  readonly tvlChange7dPct: number | null
  readonly apyPct: number | null
  readonly apyBasePct: number | null
  readonly apyRewardPct: number | null
  readonly apyMean30dPct: number | null
  readonly apyChange7dPp: number | null
  /** Mean of the yield over the pool's history. */
  readonly apyMeanPct: number | null
  /**
   * Annualised standard deviation of the pool's daily returns, percent: about a twentieth of how far the yield itself
   * strays (`apySigmaPp`).
   */
  readonly returnSigmaPct: number | null
  readonly historyDays: number
  readonly isStablecoin: boolean
  readonly hasIlRisk: boolean | null
  readonly exposure: "single" | "multi" | null
  readonly outlook: {
    readonly class: "STABLE_UP" | "DOWN" | null
    readonly probabilityPct: number | null
    readonly confidence: 1 | 2 | 3 | null
  }
  readonly isOutlier: boolean
  readonly rewardTokens: readonly string[]
  readonly underlyingTokens: readonly string[]
}

/** The known facts about a protocol. Audit grade: 0 none, 1 partly, 2 audited, 3 fork of an audited one. */
export type Protocol = {
  /** The provider's id, and the id that all versions of a protocol share. Absent in values of older versions. */
  readonly id?: string | null
  readonly parentId?: string | null
  /** Value locked in US dollars. */
  readonly tvlUsd?: number | null
  readonly slug: string
  readonly name: string
  readonly auditGrade: 0 | 1 | 2 | 3 | null
  readonly auditLinks: number
  readonly listedAtMs: number | null
  readonly isFork: boolean | null
}

/** One exploit. `name` is the protocol's name in the list of exploits. Amounts are US dollars; `null` is unknown. */
export type Hack = {
  readonly name: string
  readonly atMs: number
  readonly amountUsd: number | null
  /** The amount that the attacker returned. */
  readonly returnedUsd?: number | null
  readonly protocolId?: string | null
  readonly parentId?: string | null
}

/** `hacks` is `null` if the list of exploits could not be read; `hacksAsOfMs` is when it was read last. */
export type TrustData = {
  readonly protocols: readonly Protocol[]
  readonly hacks: readonly Hack[] | null
  readonly hacksAsOfMs?: number
}

/** Every pool of the provider, unfiltered. `null`: nothing within the maximum age. */
export type PoolFeed = { read(): Promise<Sourced<readonly YieldPool[]> | null> }

/** Protocols and exploits. `null`: no facts about protocols are known, which counts against them. */
export type TrustFeed = { read(): Promise<Sourced<TrustData> | null> }

/** Yield of three-month United States treasury bills, percent per year. */
export type TreasuryBillFeed = { read(): Promise<Sourced<number> | null> }
