import type { PaidContract } from "@/lib/api/contract"
import type { InputName } from "@/lib/domain/freshness"
import type { Feeds } from "@/lib/market/feeds/all-feeds"
import type { ManagedCandleFeed } from "@/lib/market/feeds/candle-feed"
import { historyContract } from "@/lib/endpoints/history/contract"
import type { SalesPause } from "@/lib/x402/errors"

/** Why an endpoint cannot be delivered, whatever its parameters; `null`: its inputs have been read. Reads memory only. */
export type InputPause = (contract: Pick<PaidContract, "id" | "freshness">) => SalesPause | null

export type Inputs = {
  readonly candles: Pick<ManagedCandleFeed, "status">
  readonly feeds: Feeds
  /** Whether `/history` has a day to sell; `null`: not known yet. */
  readonly hasSoldDay: () => boolean | null
}

/** The feed that reads each input besides candles and prices. */
const FEED_OF = {
  fearGreed: "fearGreed",
  openInterest: "openInterest",
  dominance: "dominance",
  etfFlows: "etfFlows",
  options: "options",
  marketOdds: "marketOdds",
  calendar: "calendar",
  treasuries: "treasuries",
  pools: "pools",
  trust: "trust",
  tokens: "tokens",
  news: "news",
  newsPoll: "news",
} as const satisfies Readonly<Record<Exclude<InputName, "price" | "1h" | "4h" | "1d">, keyof Feeds>>

type InputState = "read" | "unread" | "disabled"

/** No provider: only another configuration helps. */
const DISABLED_RETRY_S = 3_600
const UNREAD_RETRY_S = 30

/**
 * An endpoint is not sold when the profile has no provider for one of the inputs that it needs, or none of them was ever read, as
 * in the first seconds of a new process. An input that has become too old is found by the versions of the answers.
 */
export function createInputPause({ candles, feeds, hasSoldDay }: Inputs): InputPause {
  const readState = (input: InputName): InputState => {
    if (input === "price" || input === "1h" || input === "4h" || input === "1d") {
      const { series, sources } = candles.status()
      if (sources.length === 0) return "disabled"
      return series.some(({ kind, asOfMs }) => kind === input && asOfMs !== null) ? "read" : "unread"
    }
    const feed = feeds[FEED_OF[input]]
    if (feed.status().isDisabled === true) return "disabled"
    return feed.revision() === 0 ? "unread" : "read"
  }
  // An input that was read once stays read, and providers change with the configuration alone. The status of all feeds for each
  // payment would take a sixth of the time of a call that a session pays.
  const final = new Map<InputName, InputState>()
  const stateOf = (input: InputName): InputState => {
    const known = final.get(input)
    if (known !== undefined) return known
    const now = readState(input)
    if (now !== "unread") final.set(input, now)
    return now
  }
  return ({ id, freshness }) => {
    const states = new Set([...freshness.needs, ...(freshness.atClose ?? [])].map(stateOf))
    const pause = { part: id, code: "data_unavailable" } as const
    if (id === historyContract.id && hasSoldDay() === false)
      return { ...pause, why: "no day of the record may be sold yet", retryAfterS: UNREAD_RETRY_S }
    if (states.has("disabled"))
      return { ...pause, why: "no provider of its data is allowed by SOURCES", retryAfterS: DISABLED_RETRY_S }
    return states.has("unread") ? { ...pause, why: "its data is not read yet", retryAfterS: UNREAD_RETRY_S } : null
  }
}
