import type { PaidContract } from "@/lib/api/contract"
import { type InputName, inputLimits } from "@/lib/domain/freshness"
import { INTERVALS, type Interval, intervalMs } from "@/lib/domain/market/candle"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import type { Feeds } from "@/lib/market/feeds/all-feeds"
import type { CandleFeedStatus, ManagedCandleFeed } from "@/lib/market/feeds/candle-feed"
import { historyContract } from "@/lib/endpoints/history/contract"
import type { SalesPause } from "@/lib/x402/errors"

/**
 * Why an endpoint cannot be delivered for the coin of its path; `null`: its inputs have been read. Without a coin: whether it can be for
 * any. Reads memory only.
 */
export type InputPause = (contract: Pick<PaidContract, "id" | "freshness">, coin?: Coin) => SalesPause | null

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

/** What an endpoint has to wait for; the first is the worst. */
const WORST_FIRST = ["disabled", "unread", "read"] as const satisfies readonly InputState[]

/**
 * An endpoint is not sold when the profile has no provider for one of the inputs that it needs, or none of them was ever read, as
 * in the first seconds of a new process; what an earlier process stored counts unless it is too old to be sold. An input that becomes
 * too old later is found by the versions of the answers.
 */
export function createInputPause({ candles, feeds, hasSoldDay }: Inputs): InputPause {
  const readState = (input: InputName, coin: Coin): InputState => {
    if (isSeries(input)) {
      const { series, sources } = candles.status()
      if (sources.length === 0) return "disabled"
      const own = series.find((one) => one.coin === coin && one.kind === input)
      return own !== undefined && isUsable(own) ? "read" : "unread"
    }
    const feed = feeds[FEED_OF[input]]
    if (feed.status().isDisabled === true) return "disabled"
    return feed.revision(coin) === 0 ? "unread" : "read"
  }
  // An input that was read once stays read, and providers change with the configuration alone. The status of all feeds for each
  // payment would take a sixth of the time of a call that a session pays.
  const final = new Map<string, InputState>()
  const stateOf = (input: InputName, coin: Coin): InputState => {
    const key = `${input} ${coin}`
    const known = final.get(key)
    if (known !== undefined) return known
    const now = readState(input, coin)
    if (now !== "unread") final.set(key, now)
    return now
  }
  const worstOf = (inputs: readonly InputName[], coins: readonly Coin[]): InputState => {
    const states = new Set(coins.flatMap((coin) => inputs.map((input) => stateOf(input, coin))))
    return WORST_FIRST.find((state) => states.has(state)) ?? "read"
  }
  return ({ id, freshness }, coin) => {
    const pause = { part: id, code: "data_unavailable" } as const
    if (id === historyContract.id && hasSoldDay() === false)
      return { ...pause, why: "no day of the record may be sold yet", retryAfterS: UNREAD_RETRY_S }
    const inputs = [...freshness.needs, ...(freshness.atClose ?? [])]
    const together = coin === undefined ? freshness.coins : [coin]
    const choices = together === undefined ? COINS.map((one) => [one]) : [together]
    let best: InputState = "disabled"
    for (const coins of choices) {
      const state = worstOf(inputs, coins)
      if (state === "read") return null
      if (state === "unread") best = state
    }
    return best === "disabled"
      ? { ...pause, why: "no provider of its data is allowed by SOURCES", retryAfterS: DISABLED_RETRY_S }
      : { ...pause, why: "its data is not read yet", retryAfterS: UNREAD_RETRY_S }
  }
}

function isSeries(input: InputName): input is Interval | "price" {
  return input === "price" || INTERVALS.some((interval) => interval === input)
}

/** Candles that were read when the last 4-hour candle closed may be sold until the next close. */
function isUsable({ kind, asOfMs, ageMs }: CandleFeedStatus["series"][number]): boolean {
  if (asOfMs === null || ageMs === null) return false
  return ageMs <= inputLimits[kind].maxAgeMs + (kind === "price" ? 0 : intervalMs["4h"])
}
