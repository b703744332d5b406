import type { Sourced } from "@/lib/domain/market/candle-feed"

/** The sources of holdings, the most reliable first. */
export const TREASURY_SOURCES = ["coingecko", "sosovalue", "sec"] as const

export type TreasurySource = (typeof TREASURY_SOURCES)[number]

/** The specification promises this many; a shorter list is a broken read. */
export const MIN_COMPANIES = 11

/** The holding of one public company, as one source reports it. */
export type TreasuryHolding = {
  readonly company: string
  /** As the source writes it: `MSTR.US`, `NASDAQ:MSTR`, `TSE: GLXY`. */
  readonly symbol: string | null
  /** ISO 3166 alpha-2. */
  readonly country: string | null
  readonly holdingsBtc: number
  /** Cost of the whole holding. `null` or 0: unknown. */
  readonly entryValueUsd: number | null
  readonly source: TreasurySource
}

/** One change of a holding: positive bought, negative sold. */
export type TreasuryTransaction = {
  readonly company: string
  readonly symbol: string | null
  readonly atMs: number
  readonly changeBtc: number
  readonly valueUsd: number | null
  /** The filing or announcement. */
  readonly sourceUrl: string | null
  readonly source: TreasurySource
  /**
   * `observed`: derived from two different readings of a holding; `atMs` is then the time of the later reading, not of
   * the trade.
   */
  readonly basis: "reported" | "observed"
}

/** A current report (8-K) that announces something; `filedMs` is 00:00 UTC of its day. */
export type TreasuryFiling = { readonly ticker: string; readonly filedMs: number; readonly url: string }

/** Holdings and transactions of all sources together, in any order; a company may occur once per source. */
export type TreasuryTable = {
  readonly holdings: readonly TreasuryHolding[]
  readonly transactions: readonly TreasuryTransaction[]
  readonly filings: readonly TreasuryFiling[]
}

/** `null`: nothing within the maximum age. */
export type TreasuryFeed = { read(): Promise<Sourced<TreasuryTable> | null> }
