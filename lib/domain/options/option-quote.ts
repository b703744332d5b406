import { groupBy } from "@/lib/domain/group-by"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/domain/utc-day"
import { callValue } from "./black-76"

/** One listed option as its venue quotes it. Prices of the option are in forwards: 0.02 is 2% of `forwardUsd`. */
export type OptionQuote = {
  readonly expiryMs: number
  readonly strikeUsd: number
  readonly kind: "call" | "put"
  /** Volatility of a year that the venue's mark implies, 0.4 is 40%. */
  readonly markVolatility: number
  readonly mark: number
  /** `null`: nobody bids, nobody asks. */
  readonly bid: number | null
  readonly ask: number | null
  /** The future of the same expiry, US dollars. */
  readonly forwardUsd: number
  /** When the venue made the row. */
  readonly atMs: number
}

/** Why a quote is not used, in the order of the checks; the mark price is checked last. */
export const LEFT_OUT = [
  "implausible",
  "future",
  "expired",
  "stale",
  "dead",
  "crossed",
  "off_mark",
  "wide",
  "duplicate",
] as const

export type LeftOut = (typeof LEFT_OUT)[number]

/** What each reason means, for the documents and the answer. */
export const leftOutRules: Readonly<Record<LeftOut, string>> = {
  implausible:
    "a price or a strike is not a number above zero, the mark's volatility is not from 5% to 400%, or its Black-76 value is not the mark " +
    "price: they differ by more than 10% and by more than 0.0002 forwards",
  future: "its time is more than a minute after now",
  expired: "it expires within an hour",
  stale: "it is more than 10 minutes older than the newest row",
  dead: "nobody bids or nobody asks",
  crossed: "the bid is not below the ask",
  off_mark: "the mark is outside of bid and ask",
  wide: "bid and ask differ by more than their mean",
  duplicate: "the option is listed more than once",
}

const MIN_LEFT_MS = HOUR_MS
const MAX_LAG_MS = 10 * MINUTE_MS
const MAX_AHEAD_MS = MINUTE_MS
const MAX_MARK_ERROR = { ratio: 0.1, forwards: 0.0002 }
const [MIN_VOLATILITY, MAX_VOLATILITY] = [0.05, 4]

/** The time of the newest row that is not from the future. */
export function newestTime(quotes: readonly Pick<OptionQuote, "atMs">[], nowMs: number): number {
  return Math.max(...quotes.map(({ atMs }) => atMs).filter((atMs) => atMs <= nowMs + MAX_AHEAD_MS))
}

/** The quotes of options that are traded, and how many were left out for each reason. */
export function usableQuotes(
  quotes: readonly OptionQuote[],
  nowMs: number,
): { readonly used: readonly OptionQuote[]; readonly leftOut: Readonly<Record<LeftOut, number>> } {
  const newestMs = newestTime(quotes, nowMs)
  const copies = new Map(groupBy(quotes, idOf).map((same) => [idOf(same[0]), same.length]))
  const leftOut = {
    implausible: 0,
    future: 0,
    expired: 0,
    stale: 0,
    dead: 0,
    crossed: 0,
    off_mark: 0,
    wide: 0,
    duplicate: 0,
  } satisfies Record<LeftOut, number>
  const used = quotes.filter((quote) => {
    const reason = defectOf(quote, nowMs, newestMs) ?? ((copies.get(idOf(quote)) ?? 0) > 1 ? "duplicate" : null)
    if (reason !== null) leftOut[reason]++
    return reason === null
  })
  return { used, leftOut }
}

function defectOf(quote: OptionQuote, nowMs: number, newestMs: number): LeftOut | null {
  const { bid, ask, mark, markVolatility, strikeUsd, forwardUsd } = quote
  const isPlausible = markVolatility >= MIN_VOLATILITY && markVolatility <= MAX_VOLATILITY
  if (!isPlausible || ![strikeUsd, forwardUsd, mark].every(isPositive)) return "implausible"
  if (quote.atMs > nowMs + MAX_AHEAD_MS) return "future"
  if (!(quote.expiryMs - nowMs > MIN_LEFT_MS)) return "expired"
  if (!(newestMs - quote.atMs <= MAX_LAG_MS)) return "stale"
  if (bid === null || ask === null || !isPositive(bid) || !isPositive(ask)) return "dead"
  if (bid >= ask) return "crossed"
  if (mark < bid || mark > ask) return "off_mark"
  if (ask - bid > (ask + bid) / 2) return "wide"
  return isOfItsMark(quote) ? null : "implausible"
}

/** Whether the volatility of the mark gives its price. The smile rests on the volatility, the other checks on the price. */
function isOfItsMark({ kind, strikeUsd, forwardUsd, expiryMs, atMs, mark, markVolatility }: OptionQuote): boolean {
  const moneyness = strikeUsd / forwardUsd
  const variance = (markVolatility ** 2 * (expiryMs - atMs)) / (365 * DAY_MS)
  const call = callValue({ logStrike: Math.log(moneyness), variance })
  const value = kind === "call" ? call : call - 1 + moneyness
  return Math.abs(mark - value) <= Math.max(MAX_MARK_ERROR.ratio * value, MAX_MARK_ERROR.forwards)
}

function idOf({ expiryMs, strikeUsd, kind }: OptionQuote): string {
  return `${expiryMs} ${strikeUsd} ${kind}`
}

function isPositive(value: number): boolean {
  return value > 0 && Number.isFinite(value)
}
