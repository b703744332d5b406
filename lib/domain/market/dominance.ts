import type { Sourced } from "./candle-feed"

/**
 * The whole market of coins and bitcoin's part in it. Percent, US dollars; `null`: the provider does not say, or its values may not be
 * sold.
 */
export type Dominance = {
  readonly btcPct: number | null
  readonly ethPct: number | null
  readonly marketCapUsd: number | null
  readonly volume24hUsd: number | null
  readonly marketCapChange24hPct: number | null
}

/** `null`: nothing within the maximum age. */
export type DominanceFeed = { read(): Promise<Sourced<Dominance> | null> }
