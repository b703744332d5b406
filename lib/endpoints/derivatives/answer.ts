import type { Params, ResponseOf } from "@/lib/api/contract"
import { DataUnavailableError } from "@/lib/domain/errors"
import { type CandleFeed, splitSources } from "@/lib/domain/market/candle-feed"
import type { Coin } from "@/lib/domain/market/coin"
import {
  type DerivativesFeeds,
  type LiquidationAt,
  newestQuotes,
  type QuoteAt,
} from "@/lib/domain/market/derivatives-feed"
import {
  absentVenues,
  averageFunding,
  averageLongShort,
  byVenue,
  type FundingAt,
  meanFunding,
  meanOf,
  sumOpenInterest,
  type TakerFlowAt,
  type VenuePart,
  type VenuePoint,
} from "@/lib/domain/market/venue-totals"
import { round, roundOrNull } from "@/lib/domain/round"
import { DAY_MS, HOUR_MS, isoTime } from "@/lib/domain/utc-day"
import { answerMeta, type AnswerContext, present } from "@/lib/usecases/answer-meta"
import { roundPrice } from "@/lib/usecases/rounding"
import { venuePart } from "@/lib/usecases/venue-part"
import type { derivativesContract } from "./contract"
import { byOpenInterest, historyField, historyOf, MIN_PERCENTILE_DAYS, percentileOf, shareOf } from "./history"

export const DERIVATIVES_METHOD_VERSION = "derivatives-2026.11-3"

type Answer = ResponseOf<typeof derivativesContract>
export type DerivativesPorts = DerivativesFeeds & { readonly candles: Pick<CandleFeed, "price"> }

const SETTLEMENTS_A_YEAR = 3 * 365
/** An older quote is not the basis of now. */
const MAX_QUOTE_AGE_MS = 3 * HOUR_MS
/** A venue publishes its newest hour some minutes late. */
const MIN_TAKER_HOURS = 23

/** The points of every venue that are known now. @throws {DataUnavailableError} without open interest */
export async function readDerivatives(coin: Coin, feeds: DerivativesFeeds, nowMs: number) {
  const [funding, openInterest, longShort, takerFlow, quotes, liquidations] = await Promise.all([
    feeds.funding.read(coin),
    feeds.openInterest.read(coin),
    feeds.longShort.read(coin),
    feeds.takerFlow.read(coin),
    feeds.quotes.read(coin),
    feeds.liquidations.read(coin),
  ])
  if (!openInterest) throw new DataUnavailableError("The open interest of every venue is too old. Nothing was charged.")
  const until = <P extends { readonly atMs: number }>(held: { readonly value: readonly P[] } | null, spanMs = 0) =>
    (held?.value ?? []).filter(({ atMs }) => atMs + spanMs <= nowMs)
  const points = {
    funding: until(funding),
    openInterest: until(openInterest),
    longShort: until(longShort),
    takerFlow: until(takerFlow, HOUR_MS),
    quotes: until(quotes),
    liquidations: until(liquidations, HOUR_MS),
  }
  const interest = sumOpenInterest(points.openInterest, openInterest.source)
  const held = { "funding rates": funding, "long/short ratios": longShort, "taker flow": takerFlow }
  const others = { "basis and predicted funding": quotes, liquidations }
  return {
    points,
    interest,
    funding: averageFunding(points.funding, "", interest.parts),
    longShort: averageLongShort(points.longShort, "", interest.parts),
    inputs: [openInterest, ...present([...Object.values(held), ...Object.values(others)])],
    missing: Object.entries({ ...held, ...others }).flatMap(([name, input]) => (input === null ? [name] : [])),
  }
}

/** @throws {DataUnavailableError} without a price */
export async function requirePrice(coin: Coin, { candles }: Pick<DerivativesPorts, "candles">) {
  const price = await candles.price(coin)
  if (price) return price
  throw new DataUnavailableError(`No price of ${coin} within its maximum age. Nothing was charged.`)
}

/** Perpetual contracts of a coin by venue and in sum. @throws {DataUnavailableError} without a price or open interest */
export async function getDerivatives(
  { coin }: Params<typeof derivativesContract>,
  { candles, nowMs, mode, ...feeds }: DerivativesPorts & AnswerContext,
): Promise<Answer> {
  const [price, read] = await Promise.all([requirePrice(coin, { candles }), readDerivatives(coin, feeds, nowMs)])
  const { points, interest, funding, longShort, inputs, missing } = read
  const basis = basisOf(points.quotes, interest.parts, nowMs)
  const total = interest.parts.reduce((sum, { value }) => sum + value, 0)
  const paid = funding.series.at(-1)?.fundingPctPer8h ?? null
  const history = historiesOf(points, interest.parts, nowMs)
  const { taker, partial } = takerOf(points.takerFlow, nowMs)
  const show = (parts: readonly VenuePart[], decimals: number) => parts.map((part) => venuePart(part, nowMs, decimals))
  return {
    coin,
    price: roundPrice(price.value),
    open_interest: {
      total_base: round(total, 2),
      total_usd: round(total * price.value, 0),
      change_24h_pct: roundOrNull(changeOf(interest.series), 2),
      venues: show(interest.parts, 2),
    },
    funding: {
      paid_8h_pct: roundOrNull(paid, 4),
      annual_pct: roundOrNull(paid && paid * SETTLEMENTS_A_YEAR, 2),
      ...predictedOf(points.quotes, interest.parts, funding.parts, nowMs),
    },
    basis: { mean_pct: basis.length === 0 ? null : round(meanOf(basis), 4), venues: show(basis, 4) },
    long_short: {
      ratio: roundOrNull(longShort.series.at(-1)?.longShortRatio ?? null, 4),
      venues: show(longShort.parts, 4),
    },
    taker,
    liquidations: liquidationsOf(points.liquidations, { nowMs, priceUsd: price.value }),
    carry: carryOf(points.funding, basis, nowMs),
    crowding: crowdingOf(history),
    history_30d: {
      open_interest_base: historyField(history.open_interest_base, 2),
      funding_8h_pct: historyField(history.funding_8h_pct, 4),
      basis_pct: historyField(history.basis_pct, 4),
      long_short_ratio: historyField(history.long_short_ratio, 4),
      taker_buy_share: historyField(history.taker_buy_share, 4),
      liquidations_base: historyField(history.liquidations_base, 4),
    },
    timestamp: isoTime(nowMs),
    meta: answerMeta({
      nowMs,
      mode,
      methodVersion: DERIVATIVES_METHOD_VERSION,
      inputs: [price, ...inputs.flatMap(splitSources)],
      degraded: [
        ...missing.map((name) => `Not known: ${name}.`),
        ...absentVenues(feeds.openInterest.venues, interest.parts).map(
          (venue) => `No open interest of ${venue}, so it is not in the sum.`,
        ),
        ...(paid === null ? [] : interest.parts)
          .filter(({ venue, value }) => value > 0 && !funding.parts.some((part) => part.venue === venue))
          .map(({ venue }) => `No settled funding rate of ${venue}, so it is not in the mean.`),
        ...partial.map((venue) => `The taker flow of ${venue} is not whole over 24 hours, so it is not in the sum.`),
      ],
      disclaimer: "Research, not advice. Crowding describes positions and forecasts nothing.",
    }),
  }
}

/** The change of a series in 24 hours, percent; `null` without a value of then. */
export function changeOf(
  series: readonly { readonly atMs: number; readonly openInterestBase: number }[],
): number | null {
  const newest = series.at(-1)
  const before = newest && series.findLast(({ atMs }) => atMs <= newest.atMs - DAY_MS)
  if (!newest || !before || newest.atMs - before.atMs > DAY_MS + 2 * HOUR_MS || before.openInterestBase <= 0)
    return null
  return 100 * (newest.openInterestBase / before.openInterestBase - 1)
}

/** The basis of each venue with its share of the open interest that the known ones have. */
function basisOf(quotes: readonly QuoteAt[], interest: readonly VenuePart[], nowMs: number): readonly VenuePart[] {
  const newest = newestQuotes(quotes, nowMs, MAX_QUOTE_AGE_MS)
  const known = interest.filter(({ venue, value }) => newest.has(venue) && value > 0)
  const total = known.reduce((sum, { value }) => sum + value, 0)
  return known.flatMap(({ venue, value }) => {
    const quote = newest.get(venue)
    return quote === undefined ? [] : [{ venue, value: quote.basisPct, share: value / total, atMs: quote.atMs }]
  })
}

function predictedOf(
  quotes: readonly QuoteAt[],
  interest: readonly VenuePart[],
  paid: readonly VenuePart[],
  nowMs: number,
): Pick<Answer["funding"], "predicted_8h_pct" | "venues"> {
  const newest = newestQuotes(quotes, nowMs, MAX_QUOTE_AGE_MS)
  const predicted = interest.flatMap(({ venue, value }): (readonly [string, number])[] => {
    const rate = newest.get(venue)?.predictedPctPer8h ?? null
    return rate === null || value <= 0 ? [] : [[venue, rate]]
  })
  const mean = predicted.length === 0 ? null : byOpenInterest(interest)(predicted)
  return {
    predicted_8h_pct: roundOrNull(mean, 4),
    venues: interest.map(({ venue, share }) => ({
      venue,
      paid_8h_pct: roundOrNull(paid.find((part) => part.venue === venue)?.value ?? null, 4),
      predicted_8h_pct: roundOrNull(newest.get(venue)?.predictedPctPer8h ?? null, 4),
      share: round(share, 4),
    })),
  }
}

function sumOver<P>(points: readonly P[], valueOf: (point: P) => number): number {
  return points.reduce((sum, point) => sum + valueOf(point), 0)
}

/** Market orders of the last 24 closed hours, of the venues that have them. A day of part of its hours is no sum. */
function takerOf(
  points: readonly TakerFlowAt[],
  nowMs: number,
): { readonly taker: Answer["taker"]; readonly partial: readonly string[] } {
  const recent = byVenue(
    points.filter(({ atMs }) => atMs + HOUR_MS > nowMs - DAY_MS),
    "",
  )
  const whole = [...recent].filter(([, own]) => own.length >= MIN_TAKER_HOURS)
  const all = whole.flatMap(([, own]) => own)
  const buy = sumOver(all, ({ takerBuyBase }) => takerBuyBase)
  const sell = sumOver(all, ({ takerSellBase }) => takerSellBase)
  const isKnown = buy + sell > 0
  return {
    taker: {
      buy_base_24h: isKnown ? round(buy, 2) : null,
      sell_base_24h: isKnown ? round(sell, 2) : null,
      buy_share_24h: isKnown ? round(buy / (buy + sell), 4) : null,
      venues: whole.map(([venue, own]) => ({
        venue,
        buy_base_24h: round(
          sumOver(own, ({ takerBuyBase }) => takerBuyBase),
          2,
        ),
        sell_base_24h: round(
          sumOver(own, ({ takerSellBase }) => takerSellBase),
          2,
        ),
        age_s: Math.max(0, Math.floor((nowMs - (own.at(-1)?.atMs ?? 0) - HOUR_MS) / 1000)),
      })),
    },
    partial: [...recent.keys()].filter((venue) => !whole.some(([name]) => name === venue)),
  }
}

function liquidationsOf(
  points: readonly LiquidationAt[],
  { nowMs, priceUsd }: { readonly nowMs: number; readonly priceUsd: number },
): Answer["liquidations"] {
  const hours = liquidationHours(points)
  const day = hours.filter(({ atMs }) => atMs + HOUR_MS > nowMs - DAY_MS)
  const total = day.length === 0 ? null : day.reduce((sum, { totalBase }) => sum + totalBase, 0)
  const venues = [...byVenue(points, "")].map(([venue, own]) => {
    const recent = own.filter(({ atMs }) => atMs + HOUR_MS > nowMs - DAY_MS)
    const value = recent.reduce((sum, { liquidatedBase }) => sum + liquidatedBase, 0)
    const atMs = (own.at(-1)?.atMs ?? 0) + HOUR_MS
    return { venue, value, share: total ? value / total : 0, atMs }
  })
  return {
    total_base_24h: roundOrNull(total, 4),
    total_usd_24h: roundOrNull(total === null ? null : total * priceUsd, 0),
    last_hour_percentile: percentileOf(
      hours.map(({ totalBase }) => totalBase),
      MIN_PERCENTILE_DAYS * 24,
    ),
    venues: venues.map((part) => venuePart(part, nowMs, 4)),
    by_hour: day.map(({ atMs, totalBase }) => ({
      hour: isoTime(atMs),
      total_base: round(totalBase, 4),
      long_base: null,
      short_base: null,
    })),
  }
}

/** The liquidations of each hour over the venues that publish them, oldest first. */
export function liquidationHours(points: readonly LiquidationAt[]) {
  const sums = new Map<number, number>()
  for (const { atMs, liquidatedBase } of points) sums.set(atMs, (sums.get(atMs) ?? 0) + liquidatedBase)
  return [...sums].map(([atMs, totalBase]) => ({ atMs, totalBase })).toSorted((a, b) => a.atMs - b.atMs)
}

function carryOf(points: readonly FundingAt[], basis: readonly VenuePart[], nowMs: number): Answer["carry"] {
  return [...byVenue(points, "")].map(([venue, own]) => {
    const annual = (days: number) => {
      const rate = meanFunding(own, nowMs, days)
      return rate === null ? null : round(rate * SETTLEMENTS_A_YEAR, 2)
    }
    const now = basis.find((part) => part.venue === venue)
    return {
      venue,
      funding_annual_7d_pct: annual(7),
      funding_annual_30d_pct: annual(30),
      basis_annual_pct: now === undefined ? null : round(now.value * SETTLEMENTS_A_YEAR, 2),
    }
  })
}

function sumOf(values: readonly (readonly [venue: string, value: number])[]): number {
  return values.reduce((sum, [, value]) => sum + value, 0)
}

function meanOver<P>(valueOf: (point: P) => number) {
  return (day: readonly P[]) => day.reduce((sum, point) => sum + valueOf(point), 0) / day.length
}

function lastOf<P>(valueOf: (point: P) => number) {
  return (day: readonly [P, ...P[]]) => valueOf(day.at(-1) ?? day[0])
}

function historiesOf(
  points: Awaited<ReturnType<typeof readDerivatives>>["points"],
  interest: readonly VenuePart[],
  nowMs: number,
) {
  const weighed = byOpenInterest(interest)
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS
  const isCounted = ({ venue, atMs }: VenuePoint) => atMs < todayMs || interest.some((part) => part.venue === venue)
  const takerHistory = (valueOf: (point: TakerFlowAt) => number) =>
    historyOf(points.takerFlow, nowMs, { dayOf: (day) => sumOver(day, valueOf), totalOf: sumOf })
  return {
    // A venue whose newest value is too old is not in the total of now, so it is not in that of today.
    open_interest_base: historyOf(points.openInterest.filter(isCounted), nowMs, {
      dayOf: lastOf(({ openInterestBase }) => openInterestBase),
      totalOf: sumOf,
    }),
    funding_8h_pct: historyOf(points.funding, nowMs, {
      dayOf: meanOver(({ fundingPctPer8h }) => fundingPctPer8h),
      totalOf: weighed,
    }),
    basis_pct: historyOf(points.quotes, nowMs, {
      dayOf: lastOf(({ basisPct }) => basisPct),
      totalOf: weighed,
    }),
    long_short_ratio: historyOf(points.longShort, nowMs, {
      dayOf: lastOf(({ longShortRatio }) => longShortRatio),
      totalOf: (values) => {
        const long = weighed(values.map(([venue, ratio]) => [venue, ratio / (1 + ratio)]))
        return long / (1 - long)
      },
    }),
    taker_buy_share: shareOf(
      takerHistory(({ takerBuyBase }) => takerBuyBase),
      takerHistory(({ takerBuyBase, takerSellBase }) => takerBuyBase + takerSellBase),
    ),
    liquidations_base: historyOf(points.liquidations, nowMs, {
      dayOf: (day) => day.reduce((sum, { liquidatedBase }) => sum + liquidatedBase, 0),
      totalOf: sumOf,
    }),
  }
}

function crowdingOf(history: ReturnType<typeof historiesOf>): Answer["crowding"] {
  const of = ({ total }: ReturnType<typeof historiesOf>["basis_pct"]) =>
    percentileOf(
      // Sums in another order must not make equal days different.
      total.map(({ value }) => Number(value.toPrecision(12))),
      MIN_PERCENTILE_DAYS,
    )
  const parts = {
    funding_percentile: of(history.funding_8h_pct),
    open_interest_percentile: of(history.open_interest_base),
    long_short_percentile: of(history.long_short_ratio),
    basis_percentile: of(history.basis_pct),
  }
  const known = Object.values(parts).filter((part) => part !== null)
  const mean = known.length === 0 ? null : known.reduce((sum, part) => sum + part, 0) / known.length
  return { percentile: roundOrNull(mean, 4), ...parts }
}
