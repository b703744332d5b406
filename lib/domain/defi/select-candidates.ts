import { groupBy } from "@/lib/domain/group-by"
import type { Candidate } from "./candidate"

const MOST_POOLS = 6
const MOST_PER_PROTOCOL = 2
const MOST_PER_CHAIN = 4

/**
 * Picks up to six pools, best weight first: two per protocol, four per chain (unless the buyer chose one), so that the
 * limits on both can be filled. A pool that another one of the same protocol and chain beats in everything is no choice.
 */
export function selectCandidates(candidates: readonly Candidate[], isOneChain: boolean): readonly Candidate[] {
  const picked: Candidate[] = []
  for (const candidate of withoutDominated(candidates).toSorted(byWeight)) {
    const { project, chain } = candidate.pool
    const inProtocol = picked.filter(({ pool }) => pool.project === project).length
    const inChain = picked.filter(({ pool }) => pool.chain === chain).length
    const hasRoom = inProtocol < MOST_PER_PROTOCOL && (isOneChain || inChain < MOST_PER_CHAIN)
    if (picked.length < MOST_POOLS && hasRoom) picked.push(candidate)
  }
  return picked
}

/** `a` is at least as good in yield, dispersion, depth and risk, and better in one. */
export function dominates(a: Candidate, b: Candidate): boolean {
  const gains = [
    a.expectedApyPct - b.expectedApyPct,
    b.sigmaPct - a.sigmaPct,
    a.pool.tvlUsd - b.pool.tvlUsd,
    b.risk.score - a.risk.score,
  ]
  return gains.every((gain) => gain >= 0) && gains.some((gain) => gain > 0)
}

function withoutDominated(candidates: readonly Candidate[]): readonly Candidate[] {
  const groups = groupBy(candidates, ({ pool }) => `${pool.project} ${pool.chain}`)
  return groups.flatMap((group) => group.filter((candidate) => !group.some((other) => dominates(other, candidate))))
}

function byWeight(a: Candidate, b: Candidate): number {
  return b.weight - a.weight || b.pool.tvlUsd - a.pool.tvlUsd || (a.pool.poolId < b.pool.poolId ? -1 : 1)
}
