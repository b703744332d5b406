import type { SourcesProfile } from "@/lib/market/feeds/feed-ports"

type NotSold = Readonly<Record<SourcesProfile, readonly string[]>>

/** What an operator without keys and licences cannot deliver. */
export const NOT_SOLD: NotSold = {
  open: [],
  strict: ["volatility", "market_etf", "institutions", "yields", "defi_recommend"],
}

/** The same in a cloud in the United States, where many providers refuse servers. */
export const NOT_SOLD_IN_US_CLOUD: NotSold = {
  open: ["volatility", "market_etf", "institutions"],
  strict: NOT_SOLD.strict,
}
