import type { ResponseOf } from "@/lib/api/contract"
import type { marketOverviewContract } from "./contract"
import { partLimits } from "@/lib/domain/freshness"
import type { Coin } from "@/lib/domain/market/coin"
import { round, roundOrNull } from "@/lib/domain/round"
import type { Signal } from "@/lib/domain/signals/compute-signal"
import { sideOf } from "@/lib/domain/signals/direction"
import { probabilityOfSide } from "@/lib/domain/signals/probability"
import type { SinceClose } from "@/lib/domain/volatility/remaining"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { newestFunding } from "@/lib/usecases/funding"
import { venuePart } from "@/lib/usecases/venue-part"
import { nowHead, nowRanges, nowUp24h, sinceClose } from "@/lib/usecases/now-figures"
import { type MarketReading, priceFields } from "@/lib/usecases/read-market"
import { roundPrice } from "@/lib/usecases/rounding"

type Answer = ResponseOf<typeof marketOverviewContract>

/** The call of the close, and its figures at the price of now. */
export function signalOf(reading: MarketReading, nowMs: number): Answer["signals"][Coin] {
  const { signal } = reading
  return {
    ...priceFields(reading),
    direction: signal.direction,
    confidence: round(signal.confidence, 4),
    strength: signal.strength,
    ...(signal.volatility && { now: nowOf(signal, sinceClose(reading, signal.volatility, nowMs), nowMs) }),
  }
}

function nowOf(signal: Signal, since: SinceClose, nowMs: number): Answer["signals"][Coin]["now"] {
  return {
    ...nowHead(since, nowMs),
    confidence: round(probabilityOfSide(nowUp24h(signal, since), sideOf(signal.direction)), 4),
    ...nowRanges(since),
  }
}

/** The price and its change against the hourly closes of one, seven and thirty days before. */
export function pricesOf({ price, signal }: MarketReading): Answer["prices"][Coin] {
  const { openTimeMs, close } = signal.view.hours
  const changeOver = (days: number) => {
    const thenMs = price.asOfMs - days * DAY_MS
    const index = openTimeMs.findLastIndex((openMs) => openMs + HOUR_MS <= thenMs)
    const then = close[index]
    return then === undefined || then <= 0 ? null : round(100 * (price.value / then - 1), 2)
  }
  return {
    price: roundPrice(price.value),
    change_24h_pct: changeOver(1),
    change_7d_pct: changeOver(7),
    change_30d_pct: changeOver(30),
  }
}

/** Funding, open interest and long/short ratio over all venues. */
export function derivativesOf({ price, signal }: MarketReading): Answer["derivatives"][Coin] {
  const { series, timeMs, known, venues } = signal.view
  const fresh = <P extends { readonly atMs: number }>(points: readonly P[]): P | null => {
    const newest = points.at(-1)
    return newest === undefined || timeMs - newest.atMs > partLimits.positionsMs ? null : newest
  }
  const funding = newestFunding(signal.view)
  const interest = fresh(series.openInterest)
  const ratio = fresh(series.longShort)
  const before = interest && series.openInterest.findLast(({ atMs }) => atMs <= interest.atMs - DAY_MS)
  const open = interest && venues.openInterest.reduce((sum, { value }) => sum + value, 0)
  const partsOf = (value: unknown, name: keyof typeof venues, decimals: number) => ({
    venue: value === null ? null : (known[name]?.source ?? null),
    parts: value === null ? [] : venues[name].map((part) => venuePart(part, timeMs, decimals)),
  })
  const [funded, opened, held] = [
    partsOf(funding, "funding", 4),
    partsOf(interest, "openInterest", 2),
    partsOf(ratio, "longShort", 4),
  ]
  return {
    funding_rate_8h_pct: funding && funding.ratePct,
    funding_annual_pct: funding && funding.annualPct,
    funding_venue: funded.venue,
    open_interest_base: roundOrNull(open, 2),
    open_interest_usd: roundOrNull(open && open * price.value, 0),
    open_interest_change_24h_pct:
      interest && before && interest.atMs - before.atMs <= DAY_MS + 2 * HOUR_MS && before.openInterestBase > 0
        ? round(100 * (interest.openInterestBase / before.openInterestBase - 1), 2)
        : null,
    open_interest_venue: opened.venue,
    long_short_ratio: roundOrNull(ratio && ratio.longShortRatio, 4),
    long_short_venue: held.venue,
    ...((funding ?? interest ?? ratio) && {
      venues: { funding: funded.parts, open_interest: opened.parts, long_short: held.parts },
    }),
  }
}
