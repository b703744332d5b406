import type { ResponseOf } from "@/lib/api/contract"
import type { CalendarFeed } from "@/lib/domain/calendar/calendar-entry"
import type { TokenScanFeed } from "@/lib/domain/dex/token-scan"
import type { Coin } from "@/lib/domain/market/coin"
import type { OptionFeed } from "@/lib/domain/options/option-market"
import type { MarketOddsFeed } from "@/lib/domain/prediction/market-question"
import type { DerivativesFeeds } from "@/lib/domain/market/derivatives-feed"
import type { WatchlistFeed } from "./market-perpetuals/answer"
import type { TreasuryFeed } from "@/lib/domain/treasuries/treasury"
import type { GeoPorts } from "@/lib/usecases/geo-answer"
import type { MarketDataDeps } from "@/lib/usecases/market-data"
import type { MarketDeps, MarketReading } from "@/lib/usecases/read-market"
import type { RecordPorts } from "@/lib/usecases/record-answer"
import type { healthContract } from "./health/contract"
import type { OverviewDeps } from "./market-overview/answer"
import type { AnchorPorts } from "./record-anchors/answer"
import type { RecordInputPorts } from "./record-inputs/answer"
import type { DeploymentFacts } from "./service-info/answer"
import type { BookFeed } from "./risk/trade-cost"
import type { SoldBefore } from "./sample/answer"
import type { statusContract } from "./status/contract"
import type { versionsContract } from "./versions/contract"
import type { YieldPorts } from "./yields/answer"

/** What the service hands to an answer about the market, as of `nowMs`. A feed reads `null` while its content is too old. */
export type MarketPorts = MarketDeps &
  MarketDataDeps &
  OverviewDeps &
  GeoPorts &
  YieldPorts &
  DerivativesFeeds & {
    readonly calendar: CalendarFeed
    readonly books: BookFeed
    readonly options: OptionFeed
    readonly perpetuals: WatchlistFeed
    readonly marketOdds: MarketOddsFeed
    readonly tokens: TokenScanFeed
    readonly treasuries: TreasuryFeed
    /** The market of a coin, read once however many decisions depend on it. */
    readonly reading: (coin: Coin) => Promise<MarketReading>
  }

/** What the service hands to a free answer. */
export type ServicePorts = MarketPorts & {
  readonly deployment: DeploymentFacts
  readonly anchors: Omit<AnchorPorts, "nowMs">
  readonly record: CachedRecord & Pick<RecordInputPorts, "inputs">
  /** The record for figures. @throws {AppError} while the chain contradicts the record */
  readonly figures: () => Promise<CachedRecord>
  readonly health: () => Promise<ResponseOf<typeof healthContract>>
  readonly statusHistory: () => Promise<ResponseOf<typeof statusContract>>
  readonly versions: () => Promise<ResponseOf<typeof versionsContract>>
  readonly soldBefore: SoldBefore
}

type CachedRecord = RecordPorts & {
  /** Computes an answer once for each question and state of the record. */
  readonly cached: <T>(name: string, question: object, compute: () => Promise<T>) => Promise<T>
}
