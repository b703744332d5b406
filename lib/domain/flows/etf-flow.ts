import type { Coin } from "@/lib/domain/market/coin"
import type { Sourced } from "@/lib/domain/market/candle-feed"

/**
 * Net creations of US spot funds on one trading day, in millions of US dollars; negative is an outflow.
 *
 * `null` in `usdMByFund`: not reported, which differs from a reported zero. Empty: the provider gives totals only.
 * Until `isFinal` the total is a part of the day only and must not be shown as its flow.
 */
export type EtfFlowDay = {
  /** 00:00 UTC of the trading day. */
  readonly atMs: number
  readonly totalUsdM: number
  readonly usdMByFund: Readonly<Record<string, number | null>>
  readonly isFinal: boolean
}

/** At most one row per trading day, in any order. */
export type EtfFlowTable = readonly EtfFlowDay[]

/** Spot fund flows by underlying coin. `null`: nothing within the maximum age. */
export type EtfFlowFeed = { read(asset: Coin): Promise<Sourced<EtfFlowTable> | null> }
