import { mean } from "@/lib/domain/statistics/moments"
import type { Candle } from "@/lib/domain/market/candle"
import type { LevelOdds } from "./level-odds"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { fillOf, readBook, type VenueBook } from "./order-book"
import { riskParameters } from "./parameters"

/**
 * Fees of market orders without any volume discount, as fractions, from the venues' fee pages in November 2026. Kraken's is that
 * of spot, where nothing can be sold short without margin. `fundingHours`: the interval of funding. `null`: spot pays none.
 */
export const VENUE_TERMS = {
  hyperliquid: { takerFee: 0.000_45, fundingHours: 1, canShort: true, maxBookAgeMs: 120_000 },
  kraken: { takerFee: 0.004, fundingHours: null, canShort: false, maxBookAgeMs: 120_000 },
} as const satisfies Record<string, VenueTerms>

type VenueTerms = {
  readonly takerFee: number
  readonly fundingHours: number | null
  readonly canShort: boolean
  readonly maxBookAgeMs: number
}

const PLAN_DAYS = 14
const { maxOffPrice, maxBookAheadMs } = riskParameters.tradeCost

/** Rates of the venue with funding in percent per 8 h; `null`: unknown. */
export type FundingRates = { readonly predictedPct: number | null; readonly meanPct: number | null }

export type TradeQuestion = {
  readonly side: "long" | "short"
  readonly sizeUsd: number
  readonly books: readonly VenueBook[]
  /** The price of the answer, which a book must agree with. */
  readonly priceUsd: number
  readonly nowMs: number
  readonly funding: FundingRates
  /** Expected days until the stop, the first target or the horizon. */
  readonly days: number
  /** Probability of the stop before the first target, and how far beyond it a jump goes; `null`: no jump was measured. */
  readonly stop: { readonly probability: number; readonly gapRatio: number | null }
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
  /** The loss beyond the stop by jumps, weighted by the probability of the stop. `null`: unknown, so the total has none. */
  readonly gap: number | null
  /** Never below zero: received funding does not make a plan better than one without costs. */
  readonly total: number | null
}

/** A book that is not used. */
export type LeftOut = { readonly venue: string; readonly reason: string }

/** The cost of a trade on each venue whose book can be used, cheapest first, and the books that cannot. */
export function tradeCosts(question: TradeQuestion): {
  readonly costs: readonly VenueCost[]
  readonly leftOut: readonly LeftOut[]
} {
  const all = question.books.map((book) => costOn(book, question))
  return {
    costs: all
      .flatMap((cost) => ("reason" in cost ? [] : [cost]))
      .toSorted((a, b) => (a.total ?? Infinity) - (b.total ?? Infinity)),
    leftOut: all.flatMap((cost) => ("reason" in cost ? [cost] : [])),
  }
}

function costOn(raw: VenueBook, question: TradeQuestion): VenueCost | LeftOut {
  const { side, sizeUsd, funding: rates, days, stop, nowMs, priceUsd } = question
  const terms: VenueTerms | undefined = Object.entries(VENUE_TERMS).find(([venue]) => venue === raw.venue)?.[1]
  const leftOut = (reason: string) => ({ venue: raw.venue, reason })
  if (terms === undefined) return leftOut("its fees are unknown")
  const ageMs = nowMs - raw.atMs
  if (ageMs > terms.maxBookAgeMs) {
    return leftOut(`it is ${Math.floor(ageMs / 1000)} s old, and the limit is ${terms.maxBookAgeMs / 1000} s`)
  }
  if (ageMs < -maxBookAheadMs) return leftOut("its time is in the future")
  const book = readBook(raw)
  if (book === null) return leftOut("a side is empty or the sides cross")
  const offPrice = Math.abs(book.midUsd / priceUsd - 1)
  if (offPrice > maxOffPrice) {
    return leftOut(`its mid is ${(100 * offPrice).toFixed(1)}% from the price, and the limit is ${100 * maxOffPrice}%`)
  }
  const [entry, exit] = [
    fillOf(book, side === "long" ? "buy" : "sell", sizeUsd),
    fillOf(book, side === "long" ? "sell" : "buy", sizeUsd),
  ]
  const isWhole = entry.isWhole && exit.isWhole && (side === "long" || terms.canShort)
  const funding = terms.fundingHours === null ? 0 : fundingCost(side, rates, { days, aheadHours: terms.fundingHours })
  const fees = 2 * terms.takerFee
  const gap = stop.gapRatio === null ? null : stop.probability * stop.gapRatio
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
    total:
      isWhole && funding !== null
        ? Math.max(0, entry.slippageRatio + exit.slippageRatio + fees + funding + (gap ?? 0))
        : null,
  }
}

/**
 * Funding over the expected days as a fraction of the position, negative where it is received: the predicted rate for the interval
 * ahead, then the mean of 30 days or zero, whichever is worse for the plan. Without a mean the predicted rate stands for it.
 * `null`: no rate is predicted.
 */
export function fundingCost(
  side: "long" | "short",
  { predictedPct, meanPct }: FundingRates,
  { days, aheadHours }: { readonly days: number; readonly aheadHours: number },
): number | null {
  if (predictedPct === null) return null
  const paid = (ratePct: number, span: number) => ((side === "long" ? 1 : -1) * ratePct * 3 * span) / 100
  const ahead = Math.min(days, aheadHours / 24)
  return paid(predictedPct, ahead) + Math.max(0, paid(meanPct ?? predictedPct, days - ahead))
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

/**
 * The mean of the largest hundredth of jumps from one hour's close to the open of the hour that follows it, as a fraction. `null`
 * where no hour follows another, or where every open is the close before it, because such a source shows no jumps.
 */
export function gapRatioOf(hours: readonly Pick<Candle, "openTimeMs" | "openUsd" | "closeUsd">[]): number | null {
  const jumps = hours.slice(1).flatMap(({ openTimeMs, openUsd }, i) => {
    const before = hours[i]
    return before?.openTimeMs === openTimeMs - HOUR_MS ? [Math.abs(openUsd / before.closeUsd - 1)] : []
  })
  const largest = jumps.toSorted((a, b) => b - a).slice(0, Math.ceil(jumps.length / 100))
  return mean(largest) || null
}
