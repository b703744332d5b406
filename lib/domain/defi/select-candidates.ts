import { groupBy } from "@/lib/domain/group-by"
import { round } from "@/lib/domain/round"
import type { Candidate } from "./candidate"
import type { YieldPool } from "./yield-pool"

const MAX_POOLS = 6
const MAX_PER_PROTOCOL = 2
const MAX_PER_CHAIN = 4

/** The selected pools, best first, and the other eligible pools, each with the reason why it is not selected. */
export type Selection = {
  readonly chosen: readonly Candidate[]
  readonly runnersUp: readonly RunnerUp[]
}

export type RunnerUp = { readonly candidate: Candidate; readonly reason: string }

export type SelectionLimits = {
  /** The buyer chose one chain. */
  readonly isOneChain: boolean
  /** The maximum share of the amount for a pool, in percent. */
  readonly roomPctOf: (pool: YieldPool) => number
}

/**
 * Picks up to six pools, best first: two per protocol, four per chain (unless the buyer chose one), so that the limits
 * on both can be filled. The best has the most weight for as much of a sixth of the amount as it may take: of six small
 * pools a large amount would fill little. A pool that is dominated by another pool of the same protocol and chain is
 * excluded.
 */
export function selectCandidates(candidates: readonly Candidate[], limits: SelectionLimits): Selection {
  const chosen: Candidate[] = []
  const runnersUp: RunnerUp[] = []
  const betterThan = rivalsOf(candidates)
  const useOf = (candidate: Candidate) => candidate.weight * shareOfPart(limits.roomPctOf(candidate.pool))
  for (const candidate of candidates.toSorted((a, b) => useOf(b) - useOf(a) || byWeight(a, b))) {
    const better = betterThan.get(candidate)
    const reason = better === undefined ? groupLimitOf(candidate, chosen, limits) : beatenBy(better)
    if (reason === null) chosen.push(candidate)
    else runnersUp.push({ candidate, reason })
  }
  return { chosen, runnersUp }
}

/** How much of an equal part of the amount finds room, 0 to 1. */
function shareOfPart(roomPct: number): number {
  return Math.min(1, (MAX_POOLS * roomPct) / 100)
}

/** Which limit of the selection is used up; `null` while there is room. */
function groupLimitOf(
  { pool }: Candidate,
  chosen: readonly Candidate[],
  { isOneChain, roomPctOf }: SelectionLimits,
): string | null {
  const inProtocol = chosen.filter((other) => other.pool.project === pool.project).length
  const inChain = chosen.filter((other) => other.pool.chain === pool.chain).length
  if (inProtocol >= MAX_PER_PROTOCOL) return `${MAX_PER_PROTOCOL} better pools of ${pool.project} are in`
  if (!isOneChain && inChain >= MAX_PER_CHAIN) return `${MAX_PER_CHAIN} better pools on ${pool.chain} are in`
  if (chosen.length < MAX_POOLS) return null
  const roomPct = roomPctOf(pool)
  return shareOfPart(roomPct) < 1
    ? `it may take ${round(roomPct, 1)}% of the amount, and ${MAX_POOLS} pools with more yield on what they may take are in`
    : `${MAX_POOLS} pools with more yield for their dispersion are in`
}

function beatenBy({ pool }: Candidate): string {
  return `${pool.symbol} of the same protocol is at least as good in yield, dispersion, depth and risk`
}

/** Whether `a` is at least as good as `b` in yield, dispersion, depth and risk, and better in one of them. */
export function dominates(a: Candidate, b: Candidate): boolean {
  const gains = [
    a.expectedApyPct - b.expectedApyPct,
    b.returnSigmaPct - a.returnSigmaPct,
    a.pool.tvlUsd - b.pool.tvlUsd,
    b.risk.score - a.risk.score,
  ]
  return gains.every((gain) => gain >= 0) && gains.some((gain) => gain > 0)
}

/** For each dominated pool, the best pool that dominates it. */
function rivalsOf(candidates: readonly Candidate[]): ReadonlyMap<Candidate, Candidate> {
  const groups = groupBy(candidates, ({ pool }) => `${pool.project} ${pool.chain}`).map((group) =>
    group.toSorted(byWeight),
  )
  return new Map(
    groups.flatMap((group) =>
      group.flatMap((candidate) => {
        const better = group.find((other) => dominates(other, candidate))
        return better === undefined ? [] : [[candidate, better] as const]
      }),
    ),
  )
}

function byWeight(a: Candidate, b: Candidate): number {
  return b.weight - a.weight || b.pool.tvlUsd - a.pool.tvlUsd || (a.pool.poolId < b.pool.poolId ? -1 : 1)
}
