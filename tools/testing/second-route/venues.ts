import { last, sum } from "./arithmetic"

type Of = { readonly atMs: number; readonly venue?: string | undefined }
type Known = {
  readonly funding: readonly (Of & { readonly fundingPctPer8h: number })[]
  readonly openInterest: readonly (Of & { readonly openInterestBase: number })[]
  readonly longShort: readonly (Of & { readonly longShortRatio: number })[]
}

/** The totals of venues whose values have the same times, as those of the sandbox have. */
export function totalsOf({ funding, openInterest, longShort }: Known): Known {
  const interest = new Map(openInterest.map(({ venue, openInterestBase }) => [venue, openInterestBase]))
  return {
    openInterest: timesOf(openInterest).flatMap((atMs) => {
      const at = openInterest.filter((point) => point.atMs === atMs)
      return at.length < interest.size
        ? []
        : [{ atMs, openInterestBase: sum(at.map(({ openInterestBase }) => openInterestBase)) }]
    }),
    funding: timesOf(funding).map((atMs) => {
      const at = funding.filter((point) => point.atMs === atMs)
      return { atMs, fundingPctPer8h: weighted(at, interest, ({ fundingPctPer8h }) => fundingPctPer8h) }
    }),
    longShort: timesOf(longShort).flatMap((atMs) => {
      const known = longShort.filter((point) => point.atMs <= atMs)
      const venues = [...new Set(longShort.map(({ venue }) => venue))]
      const newest = venues.flatMap((venue) => known.filter((point) => point.venue === venue).slice(-1))
      if (newest.length < venues.length) return []
      const long = weighted(newest, interest, ({ longShortRatio }) => longShortRatio / (1 + longShortRatio))
      return [{ atMs, longShortRatio: long / (1 - long) }]
    }),
  }
}

function timesOf(points: readonly Of[]): readonly number[] {
  return [...new Set(points.map(({ atMs }) => atMs))].toSorted((a, b) => a - b)
}

function weighted<P extends Of>(
  points: readonly P[],
  interest: ReadonlyMap<string | undefined, number>,
  valueOf: (point: P) => number,
): number {
  const counted = points.filter(({ venue }) => interest.has(venue))
  if (counted.length === 0) return valueOf(last(points))
  const weights = counted.map(({ venue }) => interest.get(venue) ?? 0)
  return sum(counted.map((point, i) => valueOf(point) * (weights[i] ?? 0))) / sum(weights)
}
