import { groupBy } from "@/lib/domain/group-by"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"

/** Venues of perpetual contracts. Without any open interest the first one that has a value stands for all. */
export const DERIVATIVE_VENUES = ["okx", "binance-futures", "bybit", "hyperliquid", "kraken-futures"] as const

/** A value of one venue. Points of an input without `venue` are of its source. */
export type VenuePoint = { readonly atMs: number; readonly venue?: string | undefined }

export type FundingAt = VenuePoint & { readonly fundingPctPer8h: number }
export type OpenInterestAt = VenuePoint & { readonly openInterestBase: number }
export type LongShortAt = VenuePoint & { readonly longShortRatio: number }
export type TakerFlowAt = VenuePoint & { readonly takerBuyBase: number; readonly takerSellBase: number }

/** The part of one venue in a total: its own value, its weight in [0, 1] and the time of its value. */
export type VenuePart = {
  readonly venue: string
  readonly value: number
  readonly share: number
  readonly atMs: number
}

/** A series over the same venues at every time, oldest first, and the venues behind its newest value. */
export type VenueTotal<P> = { readonly series: readonly P[]; readonly parts: readonly VenuePart[] }

type ByVenue<P> = ReadonlyMap<string, readonly P[]>
type Weights = ReadonlyMap<string, number>

/** Part of the method version. Times in milliseconds. */
export const venueParameters = {
  /** A venue whose newest value is older than the newest of all by more is left out. */
  maxBehindMs: { openInterest: 3 * HOUR_MS, longShort: 4 * HOUR_MS, funding: 17 * HOUR_MS, taker: 4 * HOUR_MS },
  /** An older value of a venue does not stand for an hour. */
  maxLagMs: { openInterest: 2 * HOUR_MS, longShort: 25 * HOUR_MS },
  /** The days of history that a venue needs to be in a series that others have. */
  wholeDays: { longShort: 25, taker: 60, history: 25 },
  /** The share of the open interest that must have settled. */
  minSettled: 0.5,
  /** Settlements within half of `stepMs` are of one time; a rate stands until the longest interval of a venue is over. */
  funding: { stepMs: HOUR_MS, standsMs: 8 * HOUR_MS },
}
const { maxBehindMs, maxLagMs, wholeDays, minSettled, funding: fundingSteps } = venueParameters

/**
 * The sum over venues, in coins. The series has only venues whose change over 24 hours is known, if there is one, because a venue
 * that appears is no change; `parts` has every venue.
 */
export function sumOpenInterest(points: readonly OpenInterestAt[], source: string) {
  const venues = current(byVenue(points, source), maxBehindMs.openInterest)
  const parts = partsOf(venues, ({ openInterestBase }) => openInterestBase)
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  const shared = parts.map((part) => ({ ...part, share: total > 0 ? part.value / total : 0 }))
  const compared = preferred(venues, (own) => {
    const newestMs = own.at(-1)?.atMs ?? 0
    return own.some(({ atMs }) => atMs <= newestMs - DAY_MS && atMs >= newestMs - DAY_MS - maxLagMs.openInterest)
  })
  const series = joined(compared, maxLagMs.openInterest, (atMs, values) => ({
    atMs,
    openInterestBase: values.reduce((sum, [, { openInterestBase }]) => sum + openInterestBase, 0),
  }))
  return { series, parts: shared }
}

/** The venues that the profile allows and that are not in a total. */
export function absentVenues(allowed: readonly string[] | undefined, parts: readonly VenuePart[]): readonly string[] {
  return (allowed ?? []).filter((venue) => !parts.some((part) => part.venue === venue))
}

/**
 * The mean of the settled rates by open interest, at every time at which venues with half of the open interest settled. A venue
 * that settles less often counts with the rate that stands. Thin venues would overstate a plain mean.
 */
export function averageFunding(
  points: readonly FundingAt[],
  source: string,
  interest: readonly VenuePart[],
): VenueTotal<FundingAt> {
  const all = current(byVenue(points, source), maxBehindMs.funding)
  const weights = weightsOf(all, interest)
  const { stepMs, standsMs } = fundingSteps
  const rates = [...weights].map(([venue, weight]) => {
    const own = all.get(venue) ?? []
    return { venue, weight, at: new Map(own.map((point) => [Math.round(point.atMs / stepMs), point])) }
  })
  const steps = new Set(rates.flatMap(({ at }) => [...at.keys()]))
  const series: FundingAt[] = []
  let parts: readonly VenuePart[] = []
  for (const step of [...steps].toSorted((a, b) => a - b)) {
    const settled = rates.filter(({ at }) => at.has(step)).reduce((sum, { weight }) => sum + weight, 0)
    if (settled < minSettled * sumOf(weights)) continue
    const known = rates.flatMap(({ venue, weight, at }) => {
      const back = Array.from({ length: standsMs / stepMs }, (_, i) => i).find((i) => at.has(step - i))
      const point = back === undefined ? undefined : at.get(step - back)
      return point === undefined ? [] : [{ venue, weight, point }]
    })
    const whole = known.reduce((sum, { weight }) => sum + weight, 0)
    parts = known.map(({ venue, weight, point }) => ({
      venue,
      value: point.fundingPctPer8h,
      share: weight / whole,
      atMs: point.atMs,
    }))
    series.push({ atMs: step * stepMs, fundingPctPer8h: meanOf(parts) })
  }
  return { series, parts }
}

/** The share of long accounts, averaged by open interest, as a ratio. */
export function averageLongShort(
  points: readonly LongShortAt[],
  source: string,
  interest: readonly VenuePart[],
): VenueTotal<LongShortAt> {
  const weighed = weightsIn(current(byVenue(points, source), maxBehindMs.longShort), interest)
  const venues = preferred(weighed, (own) => spanMs(own) >= wholeDays.longShort * DAY_MS)
  const weights = weightsOf(venues, interest)
  const whole = sumOf(weights)
  const parts = partsOf(venues, ({ longShortRatio }) => longShortRatio).map((part) => ({
    ...part,
    share: (weights.get(part.venue) ?? 0) / whole,
  }))
  const series = joined(venues, maxLagMs.longShort, (atMs, values) => {
    const long = values.reduce(
      (sum, [venue, { longShortRatio }]) =>
        sum + ((weights.get(venue) ?? 0) / whole) * (longShortRatio / (1 + longShortRatio)),
      0,
    )
    return { atMs, longShortRatio: long / (1 - long) }
  })
  return { series, parts }
}

/** Market orders by hour, summed over the venues that have them for the longest of the periods that a vote reads. */
export function sumTakerFlow(points: readonly TakerFlowAt[], source: string): VenueTotal<TakerFlowAt> {
  const venues = preferred(
    current(byVenue(points, source), maxBehindMs.taker),
    (own) => spanMs(own) >= wholeDays.taker * DAY_MS - 2 * HOUR_MS,
  )
  const hours = groupBy([...venues.values()].flat(), ({ atMs }) => String(atMs))
  const series = hours
    .filter((own) => own.length === venues.size)
    .map((own) => ({
      atMs: own[0].atMs,
      takerBuyBase: own.reduce((sum, { takerBuyBase }) => sum + takerBuyBase, 0),
      takerSellBase: own.reduce((sum, { takerSellBase }) => sum + takerSellBase, 0),
    }))
    .toSorted((a, b) => a.atMs - b.atMs)
  const newest = partsOf(venues, ({ takerBuyBase, takerSellBase }) => takerBuyBase + takerSellBase)
  const total = newest.reduce((sum, { value }) => sum + value, 0)
  return { series, parts: newest.map((part) => ({ ...part, share: total > 0 ? part.value / total : 0 })) }
}

/** The venues whose days make a total: those with a month of days, or all of them while none has one. */
export function venuesOfTotal<V extends { readonly days: readonly unknown[] }>(venues: readonly V[]): readonly V[] {
  const whole = venues.filter(({ days }) => days.length >= wholeDays.history)
  return whole.length === 0 ? venues : whole
}

/** A value for each UTC day, oldest first. */
export type Day = { readonly dayMs: number; readonly value: number }

/** The value of each UTC day of a venue, by its points of that day. */
export function daysOf<P extends VenuePoint>(own: readonly P[], valueOf: (day: readonly [P, ...P[]]) => number): Day[] {
  return groupBy(own, ({ atMs }) => String(Math.floor(atMs / DAY_MS))).map((day) => ({
    dayMs: Math.floor(day[0].atMs / DAY_MS) * DAY_MS,
    value: valueOf(day),
  }))
}

/**
 * The sum of venues by UTC day, last values. Only venues with a month of days count, if there is one, and only days that each of
 * them has, because a venue that appears is no change.
 */
export function openInterestDays(points: readonly OpenInterestAt[], source: string) {
  const venues = preferred(byVenue(points, source), (own) => spanMs(own) >= wholeDays.history * DAY_MS)
  const days = groupBy(
    [...venues.values()].flatMap((own) => daysOf(own, (day) => day.at(-1)?.openInterestBase ?? 0)),
    ({ dayMs }) => String(dayMs),
  )
  const sums = days
    .filter((own) => own.length === venues.size)
    .map((own) => ({ dayMs: own[0].dayMs, value: own.reduce((sum, { value }) => sum + value, 0) }))
  return { venues: [...venues.keys()], days: sums.toSorted((a, b) => a.dayMs - b.dayMs) }
}

/** The points of each venue, oldest first, in the order of `DERIVATIVE_VENUES`. */
export function byVenue<P extends VenuePoint>(points: readonly P[], source: string): ByVenue<P> {
  const nameOf = ({ venue }: VenuePoint) => venue ?? source
  const order: readonly string[] = DERIVATIVE_VENUES
  const groups = groupBy(points, nameOf).map((own) => [nameOf(own[0]), own] as const)
  return new Map(groups.toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b)))
}

/**
 * The mean rate of a venue over the last days in percent per 8 h, whatever its interval. `null` with more than one missing span of
 * 8 hours, which is the one where the days begin.
 */
export function meanFunding(own: readonly FundingAt[], nowMs: number, days: number): number | null {
  const recent = own.filter(({ atMs }) => atMs > nowMs - days * DAY_MS && atMs <= nowMs)
  const spans = groupBy(recent, ({ atMs }) => String(Math.ceil(atMs / fundingSteps.standsMs)))
  if (spans.length < 3 * days - 1) return null
  const means = spans.map((span) => span.reduce((sum, { fundingPctPer8h }) => sum + fundingPctPer8h, 0) / span.length)
  return means.reduce((sum, rate) => sum + rate, 0) / means.length
}

/** The mean of parts by their shares. */
export function meanOf(parts: readonly VenuePart[]): number {
  return parts.reduce((sum, { value, share }) => sum + value * share, 0)
}

function current<P extends VenuePoint>(venues: ByVenue<P>, maxBehindMs: number): ByVenue<P> {
  const newestMs = Math.max(...[...venues.values()].map((own) => own.at(-1)?.atMs ?? 0))
  return new Map([...venues].filter(([, own]) => (own.at(-1)?.atMs ?? 0) >= newestMs - maxBehindMs))
}

/** The venues for which `isWhole` holds; all of them if it holds for none. */
function preferred<P>(venues: ByVenue<P>, isWhole: (own: readonly P[]) => boolean): ByVenue<P> {
  const whole = new Map([...venues].filter(([, own]) => isWhole(own)))
  return whole.size === 0 ? venues : whole
}

function partsOf<P extends VenuePoint>(venues: ByVenue<P>, valueOf: (point: P) => number): readonly VenuePart[] {
  return [...venues].flatMap(([venue, own]) => {
    const newest = own.at(-1)
    return newest === undefined ? [] : [{ venue, value: valueOf(newest), share: 0, atMs: newest.atMs }]
  })
}

/** The open interest of each venue; the first venue alone if none of them has any. */
function weightsOf(venues: ByVenue<unknown>, interest: readonly VenuePart[]): Weights {
  const known = new Map(
    interest.filter(({ venue, value }) => venues.has(venue) && value > 0).map(({ venue, value }) => [venue, value]),
  )
  const [first] = venues.keys()
  return known.size > 0 || first === undefined ? known : new Map([[first, 1]])
}

function weightsIn<P>(venues: ByVenue<P>, interest: readonly VenuePart[]): ByVenue<P> {
  const weights = weightsOf(venues, interest)
  return new Map([...venues].filter(([venue]) => weights.has(venue)))
}

function sumOf(weights: Weights): number {
  return [...weights.values()].reduce((sum, weight) => sum + weight, 0)
}

function spanMs(own: readonly VenuePoint[]): number {
  return (own.at(-1)?.atMs ?? 0) - (own[0]?.atMs ?? 0)
}

function nameIn(venues: ByVenue<unknown>): string {
  return [...venues.keys()].join()
}

/** A point for each hour in which every venue has a value that is not older than `lagMs`, dated at the newest of them. */
function joined<P extends VenuePoint, R extends { readonly atMs: number }>(
  venues: ByVenue<P>,
  lagMs: number,
  join: (atMs: number, values: readonly (readonly [venue: string, point: P])[]) => R,
): readonly R[] {
  const [only] = venues.values()
  if (venues.size === 1 && only !== undefined) return only.map((point) => join(point.atMs, [[nameIn(venues), point]]))
  const hours = new Set([...venues.values()].flatMap((own) => own.map(({ atMs }) => Math.floor(atMs / HOUR_MS))))
  const places = new Map([...venues.keys()].map((venue) => [venue, -1]))
  const series: R[] = []
  for (const hour of [...hours].toSorted((a, b) => a - b)) {
    const values: (readonly [string, P])[] = []
    for (const [venue, own] of venues) {
      let place = places.get(venue) ?? -1
      while ((own[place + 1]?.atMs ?? Infinity) < (hour + 1) * HOUR_MS) place += 1
      places.set(venue, place)
      const point = own[place]
      if (point !== undefined && point.atMs > hour * HOUR_MS - lagMs) values.push([venue, point])
    }
    if (values.length < venues.size || values.length === 0) continue
    const atMs = Math.max(...values.map(([, point]) => point.atMs))
    if (series.at(-1)?.atMs !== atMs) series.push(join(atMs, values))
  }
  return series
}
