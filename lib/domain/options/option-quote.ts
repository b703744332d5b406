import { groupBy } from "@/lib/domain/group-by"
import { HOUR_MS, MINUTE_MS } from "@/lib/domain/utc-day"

/** One listed option as its venue quotes it. Prices of the option are in the venue's unit, the same for all three. */
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

/** Why a quote is not used, in the order of the checks. */
export const LEFT_OUT = ["implausible", "expired", "stale", "dead", "crossed", "off_mark", "wide", "duplicate"] as const

export type LeftOut = (typeof LEFT_OUT)[number]

/** What each reason means, for the documents and the answer. */
export const leftOutRules: Readonly<Record<LeftOut, string>> = {
  implausible: "a price or a strike is not a number above zero, or the mark's volatility is not from 5% to 400%",
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
const [MIN_VOLATILITY, MAX_VOLATILITY] = [0.05, 4]

/** The quotes of options that are traded, and how many were left out for each reason. */
export function usableQuotes(
  quotes: readonly OptionQuote[],
  nowMs: number,
): { readonly used: readonly OptionQuote[]; readonly leftOut: Readonly<Record<LeftOut, number>> } {
  const newestMs = Math.max(...quotes.map(({ atMs }) => atMs).filter(Number.isFinite))
  const copies = new Map(groupBy(quotes, idOf).map((same) => [idOf(same[0]), same.length]))
  const leftOut = {
    implausible: 0,
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
  if (!(quote.expiryMs - nowMs > MIN_LEFT_MS)) return "expired"
  if (!(newestMs - quote.atMs <= MAX_LAG_MS)) return "stale"
  if (bid === null || ask === null || !isPositive(bid) || !isPositive(ask)) return "dead"
  if (bid >= ask) return "crossed"
  if (mark < bid || mark > ask) return "off_mark"
  return ask - bid > (ask + bid) / 2 ? "wide" : null
}

function idOf({ expiryMs, strikeUsd, kind }: OptionQuote): string {
  return `${expiryMs} ${strikeUsd} ${kind}`
}

function isPositive(value: number): boolean {
  return value > 0 && Number.isFinite(value)
}
