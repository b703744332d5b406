import type { Sourced } from "@/lib/domain/market/candle-feed"
import type { Coin } from "@/lib/domain/market/coin"

/** `touch`: whether the price is ever beyond the level until the end. `close`: whether it is beyond the level at the end. */
export type QuestionKind = "touch" | "close"

/** What an event contract of a prediction market asks about a coin's price. Yes pays $1 when the answer is yes. */
export type Question = {
  /** The venue's identifier. */
  readonly ticker: string
  readonly kind: QuestionKind
  readonly side: "above" | "below"
  readonly levelUsd: number
  readonly untilMs: number
}

/** A question with the best quotes of Yes. Prices are US dollars of a contract that pays $1, 0…1. */
export type MarketQuestion = Question & {
  /** The venue says that it is open for trade. */
  readonly isOpen: boolean
  /** A touch before this time does not count. */
  readonly openMs: number
  /** `null`: nobody bids, nobody asks. */
  readonly bid: number | null
  readonly ask: number | null
  /** Contracts at the best price. */
  readonly bidContracts: number
  readonly askContracts: number
}

/** The questions of a coin as they were quoted at a time. */
export type QuestionQuotes = { readonly atMs: number; readonly questions: readonly MarketQuestion[] }

/** What is kept of a prediction market. */
export type PredictionMarket = {
  readonly newest: QuestionQuotes
  /** The newest quotes from before the last 4h close, for the record; `null` without any. */
  readonly beforeClose: QuestionQuotes | null
}

export type MarketOddsFeed = {
  read(coin: Coin): Promise<Sourced<PredictionMarket> | null>
  /** `isDisabled`: the profile allows no provider. */
  status(): { readonly isDisabled?: boolean }
}
