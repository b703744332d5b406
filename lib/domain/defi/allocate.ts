import { sum } from "@/lib/domain/statistics/moments"

/** Something that can take a part of the money. Limits in percent; `groups` share the limits of their names. */
export type Claim = { readonly weight: number; readonly maxPct: number; readonly groups: readonly string[] }

const TINY = 1e-9

/**
 * Whole percents per claim in proportion to the weights, within every limit. The rest is not allocated.
 *
 * All claims grow together until a limit stops some of them, then the rest goes on (progressive filling). Fractions are
 * settled by largest remainder.
 *
 * @see Bertsekas & Gallager, Data Networks, 6.5.2 (max-min fairness by progressive filling).
 */
export function allocatePercents(claims: readonly Claim[], maxPctOf: (group: string) => number): readonly number[] {
  const shares = fill(claims, maxPctOf)
  const percents = shares.map((share) => Math.floor(share + TINY))
  const byRemainder = claims
    .map((_, index) => index)
    .toSorted((a, b) => fraction(shares[b]) - fraction(shares[a]) || a - b)
  const hasCapacity = (index: number) => capacityLeft(index, claims, percents, maxPctOf) >= 1 - TINY
  for (let left = 100 - sum(percents); left > 0;) {
    const eligible = byRemainder.filter(hasCapacity)
    if (eligible.length === 0) break
    for (const index of eligible) {
      if (left === 0 || !hasCapacity(index)) continue
      percents[index] = (percents[index] ?? 0) + 1
      left -= 1
    }
  }
  return percents
}

function fill(claims: readonly Claim[], maxPctOf: (group: string) => number): readonly number[] {
  const shares = claims.map(() => 0)
  let unfilled = claims.map((_, index) => index).filter((index) => (claims[index]?.weight ?? 0) > 0)
  while (unfilled.length > 0 && 100 - sum(shares) > TINY) {
    const step = stepUntilLimit(unfilled, claims, shares, maxPctOf)
    for (const index of unfilled) shares[index] = (shares[index] ?? 0) + step * (claims[index]?.weight ?? 0)
    unfilled = unfilled.filter((index) => capacityLeft(index, claims, shares, maxPctOf) > TINY)
  }
  return shares
}

/** How far all unfilled claims can grow together, in percent per unit of weight. */
function stepUntilLimit(
  unfilled: readonly number[],
  claims: readonly Claim[],
  shares: readonly number[],
  maxPctOf: (group: string) => number,
): number {
  const members = unfilled.flatMap((index) => claims[index] ?? [])
  const own = unfilled.map((index) => {
    const { maxPct = 0, weight = 1 } = claims[index] ?? {}
    return (maxPct - (shares[index] ?? 0)) / weight
  })
  const shared = [...new Set(members.flatMap(({ groups }) => groups))].map((group) => {
    const weight = sum(members.filter(({ groups }) => groups.includes(group)).map((claim) => claim.weight))
    return (maxPctOf(group) - inGroup(group, claims, shares)) / weight
  })
  const whole = (100 - sum(shares)) / sum(members.map(({ weight }) => weight))
  return Math.max(0, Math.min(whole, ...own, ...shared))
}

/** The room that is left for a claim, in percent. */
function capacityLeft(
  index: number,
  claims: readonly Claim[],
  shares: readonly number[],
  maxPctOf: (group: string) => number,
): number {
  const { maxPct, groups } = claims[index] ?? { maxPct: 0, groups: [] }
  return Math.min(
    maxPct - (shares[index] ?? 0),
    ...groups.map((group) => maxPctOf(group) - inGroup(group, claims, shares)),
  )
}

function inGroup(group: string, claims: readonly Claim[], shares: readonly number[]): number {
  return sum(shares.filter((_, index) => claims[index]?.groups.includes(group)))
}

function fraction(share = 0): number {
  return share + TINY - Math.floor(share + TINY)
}
