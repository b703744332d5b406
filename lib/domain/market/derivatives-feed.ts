import type { Sourced } from "./candle-feed"
import type { Coin } from "./coin"
import type { FundingAt, LongShortAt, OpenInterestAt, TakerFlowAt, VenuePoint } from "./venue-totals"

/** The basis of a contract and the rate of its next settlement at an instant. */
export type QuoteAt = VenuePoint & { readonly basisPct: number; readonly predictedPctPer8h: number | null }
/** The newest quote of each venue that is known and not older than `maxAgeMs`. */
export function newestQuotes(
  quotes: readonly QuoteAt[],
  nowMs: number,
  maxAgeMs: number,
): ReadonlyMap<string, QuoteAt> {
  const known = quotes.filter(({ atMs }) => atMs <= nowMs && nowMs - atMs <= maxAgeMs)
  return new Map(known.map((quote) => [quote.venue ?? "", quote]))
}

/** Coins that a venue closed by force in the hour from `atMs`. */
export type LiquidationAt = VenuePoint & { readonly liquidatedBase: number }

type VenueFeed<P> = { read(coin: Coin): Promise<Sourced<readonly P[]> | null> }

/** Perpetual contracts by venue: the one source of every reader. A feed reads `null` while no venue has a fresh value. */
export type DerivativesFeeds = {
  readonly funding: VenueFeed<FundingAt>
  readonly openInterest: VenueFeed<OpenInterestAt> & {
    /** Every venue that the profile allows. Absent: those that answer. */
    readonly venues?: readonly string[]
  }
  readonly longShort: VenueFeed<LongShortAt>
  readonly takerFlow: VenueFeed<TakerFlowAt>
  readonly quotes: VenueFeed<QuoteAt>
  readonly liquidations: VenueFeed<LiquidationAt>
}
