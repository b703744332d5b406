import { mean } from "@/lib/domain/statistics/moments"
import type { Candle } from "@/lib/domain/market/candle"
import type { LevelOdds } from "./level-odds"
import { fillOf, readBook, type VenueBook } from "./order-book"

/**
 * Fees of market orders without any volume discount, as fractions, from the venues' fee pages in November 2026. Kraken's is that
 * of spot, where nothing can be sold short without margin.
 */
export const VENUE_TERMS = {
  hyperliquid: { takerFee: 0.000_45, hasFunding: true, canShort: true },
  kraken: { takerFee: 0.004, hasFunding: false, canShort: false },
} as const satisfies Record<string, VenueTerms>

type VenueTerms = { readonly takerFee: number; readonly hasFunding: boolean; readonly canShort: boolean }

const PLAN_DAYS = 14

export type TradeQuestion = {
  readonly side: "long" | "short"
  readonly sizeUsd: number
  readonly books: readonly VenueBook[]
  /** Percent per 8 h of the venue with funding, predicted where it is known. */
  readonly fundingPct: number | null
  /** Expected days until the stop, the first target or the horizon. */
  readonly days: number
  /** Probability of the stop before the first target, and how far beyond it a jump goes. */
  readonly stop: { readonly probability: number; readonly gapRatio: number }
}

/** The costs of one venue as fractions of the position; `null`: its book does not hold the size, or it sells no short. */
export type VenueCost = {
  readonly venue: string
  readonly atMs: number
  readonly midUsd: number
  readonly depthUsd: number
  readonly entrySlippage: number | null
  readonly exitSlippage: number | null
  readonly fees: number
  readonly funding: number | null
  /** The loss beyond the stop by jumps, weighted by the probability of the stop. */
  readonly gap: number
  readonly total: number | null
}

/** The cost of a trade on each venue whose book can be read, cheapest first. */
export function tradeCosts(question: TradeQuestion): readonly VenueCost[] {
  return question.books
    .flatMap((book) => {
      const cost = costOn(book, question)
      return cost === null ? [] : [cost]
    })
    .toSorted((a, b) => (a.total ?? Infinity) - (b.total ?? Infinity))
}

function costOn(raw: VenueBook, { side, sizeUsd, fundingPct, days, stop }: TradeQuestion): VenueCost | null {
  const terms: VenueTerms | undefined = Object.entries(VENUE_TERMS).find(([venue]) => venue === raw.venue)?.[1]
  const book = readBook(raw)
  if (terms === undefined || book === null) return null
  const [entry, exit] = [
    fillOf(book, side === "long" ? "buy" : "sell", sizeUsd),
    fillOf(book, side === "long" ? "sell" : "buy", sizeUsd),
  ]
  const isWhole = entry.isWhole && exit.isWhole && (side === "long" || terms.canShort)
  const paid = fundingPct === null ? null : ((side === "long" ? 1 : -1) * fundingPct * 3 * days) / 100
  const funding = terms.hasFunding ? paid : 0
  const fees = 2 * terms.takerFee
  const gap = stop.probability * stop.gapRatio
  return {
    venue: raw.venue,
    atMs: raw.atMs,
    midUsd: book.midUsd,
    depthUsd: Math.min(entry.filledUsd, exit.filledUsd),
    entrySlippage: isWhole ? entry.slippageRatio : null,
    exitSlippage: isWhole ? exit.slippageRatio : null,
    fees,
    funding,
    gap,
    total: isWhole && funding !== null ? entry.slippageRatio + exit.slippageRatio + fees + funding + gap : null,
  }
}

/**
 * Expected days in the trade: the area below the probability that neither the stop nor the first target was hit, between the
 * horizons at which both are known.
 */
export function expectedDays({ stop, targets }: LevelOdds): number {
  const first = targets[0]
  if (first === undefined) return PLAN_DAYS
  // Of stops that are hit, as many come before the target in 3 and 7 days as in 14.
  const stopFirst = stop.within14d > 0 ? first.stopFirst14d / stop.within14d : 0
  const open = (before: number, stopped: number) => Math.max(0, 1 - before - stopFirst * stopped)
  const at: readonly (readonly [days: number, open: number])[] = [
    [0, 1],
    [3, open(first.beforeStop["3d"], stop.within3d)],
    [7, open(first.beforeStop["7d"], stop.within7d)],
    [PLAN_DAYS, open(first.beforeStop["14d"], stop.within14d)],
  ]
  let days = 0
  for (let i = 1; i < at.length; i++) {
    const [[from = 0, before = 0] = [], [until = 0, after = 0] = []] = [at[i - 1], at[i]]
    days += ((until - from) * (before + after)) / 2
  }
  return days
}

/** The mean of the largest hundredth of jumps from one hour's close to the next hour's open, as a fraction. */
export function gapRatioOf(hours: readonly Pick<Candle, "openUsd" | "closeUsd">[]): number {
  const jumps = hours.slice(1).map(({ openUsd }, i) => Math.abs(openUsd / (hours[i]?.closeUsd ?? openUsd) - 1))
  const largest = jumps.toSorted((a, b) => b - a).slice(0, Math.ceil(jumps.length / 100))
  return mean(largest) ?? 0
}
