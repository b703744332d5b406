import type { YieldChain } from "./asset-class"
import { allocatePercents } from "./allocate"
import { type Candidate, findObstacle, toCandidate } from "./candidate"
import { type Portfolio, type Position, summarisePortfolio, type WorstCase, worstCaseOf } from "./portfolio"
import { type Constraints, profiles, type RiskProfile } from "./profile"
import { ABSURD_APY_PCT } from "./scan-yields"
import { type RunnerUp, selectCandidates, type SelectionLimits } from "./select-candidates"
import { familyOf, type TrustIndex } from "./trust"
import type { YieldPool } from "./yield-pool"

export const RECOMMEND_METHOD_VERSION = "recommend-2026.11-5"

/** The buyer's parameters. No wallet is read. */
export type RecommendRequest = {
  readonly risk: RiskProfile
  readonly amountUsd: number
  readonly horizonDays: number
  /** `null`: any. */
  readonly chains: readonly YieldChain[] | null
  /** A name without a version stands for all versions: `aave` for `aave-v3`. */
  readonly excludeProjects: readonly string[]
}

export type Strategy = {
  readonly status: "OK" | "PARTIAL" | "NO_CANDIDATES"
  /** Largest first. */
  readonly positions: readonly Position[]
  readonly cashPct: number
  readonly cashUsd: number
  readonly portfolio: Portfolio
  readonly worstCase: WorstCase
  readonly constraints: Constraints
  readonly eligible: number
  /** Pools that meet every limit and got nothing, the next best first. */
  readonly runnersUp: readonly RunnerUp[]
  /** High yields that were passed over, highest first. */
  readonly notableRejections: readonly { readonly pool: YieldPool; readonly reason: string }[]
}

const MIN_POOLS = 3
const NOTABLE_MIN_TVL_USD = 1e6
const MAX_NOTABLE_REJECTIONS = 10
const MAX_RUNNERS_UP = 5

/**
 * Places an amount within the limits of a profile. Weights, cash included, add up to exactly 100 percent and the
 * amounts to exactly the amount. Limits are never relaxed: an amount that does not fit stays in cash.
 */
export function recommend(
  pools: readonly YieldPool[],
  trustOf: TrustIndex,
  request: RecommendRequest,
  nowMs: number,
): Strategy {
  const constraints = limitsOf(request)
  const wanted = pools.filter(
    ({ chain, project }) => isOn(chain, request.chains) && !isExcluded(project, request.excludeProjects),
  )
  const obstacles = wanted.map((pool) => findObstacle(pool, trustOf(pool.project), constraints, nowMs))
  const candidates = wanted
    .filter((_, index) => obstacles[index] === null)
    .map((pool) => toCandidate(pool, trustOf(pool.project), nowMs))
  const roomPctOf = ({ tvlUsd }: YieldPool) => Math.min(100, (constraints.maxSizeVsTvlPct * tvlUsd) / request.amountUsd)
  const { chosen, runnersUp } = selectCandidates(candidates, { isOneChain: request.chains?.length === 1, roomPctOf })
  const positions = allocateAmount(chosen, { ...constraints, roomPctOf }, request.amountUsd)
  const cashPct = 100 - positions.reduce((total, { weightPct }) => total + weightPct, 0)
  const placedCents = positions.reduce((total, { amountUsd }) => total + Math.round(amountUsd * 100), 0)
  return {
    status: statusOf(positions.length, cashPct),
    positions,
    cashPct,
    cashUsd: (Math.round(request.amountUsd * 100) - placedCents) / 100,
    portfolio: summarisePortfolio(positions, cashPct, request.horizonDays),
    worstCase: worstCaseOf(positions),
    constraints,
    eligible: candidates.length,
    runnersUp: [...unallocated(chosen, positions), ...runnersUp].slice(0, MAX_RUNNERS_UP),
    notableRejections: notableRejectionsOf(wanted, obstacles),
  }
}

/** With a single chain the limit per chain is lifted, because the buyer has chosen it. */
function limitsOf({ risk, chains }: RecommendRequest): Constraints {
  return chains?.length === 1 ? { ...profiles[risk], maxChainPct: 100 } : profiles[risk]
}

function isExcluded(project: string, excluded: readonly string[]): boolean {
  return excluded.includes(project) || excluded.includes(familyOf(project))
}

function isOn(chain: string, chains: readonly YieldChain[] | null): boolean {
  return chains === null || chains.some((wanted) => wanted === chain)
}

/** Chosen pools whose weight, or whose room under the limits after better pools, is less than a whole percent. */
function unallocated(chosen: readonly Candidate[], positions: readonly Position[]): readonly RunnerUp[] {
  return chosen
    .filter((candidate) => !positions.some((position) => position.candidate === candidate))
    .map((candidate) => ({ candidate, reason: "beside better pools no whole percent is left for it" }))
}

type PositionLimits = Pick<SelectionLimits, "roomPctOf"> & Pick<Constraints, "maxProtocolPct" | "maxChainPct">

function allocateAmount(chosen: readonly Candidate[], limits: PositionLimits, amountUsd: number): readonly Position[] {
  const claims = chosen.map(({ pool, weight }) => ({
    weight,
    maxPct: limits.roomPctOf(pool),
    groups: [`protocol ${pool.project}`, `chain ${pool.chain}`],
  }))
  const maxPctOf = (group: string) => (group.startsWith("protocol ") ? limits.maxProtocolPct : limits.maxChainPct)
  const percents = allocatePercents(claims, maxPctOf)
  const placed = chosen.flatMap((candidate, index) => {
    const weightPct = percents[index] ?? 0
    return weightPct > 0 ? [{ candidate, weightPct }] : []
  })
  const cents = splitCents(
    Math.round(amountUsd * 100),
    placed.map(({ weightPct }) => weightPct),
  )
  return placed
    .map((position, index) => ({ ...position, amountUsd: (cents[index] ?? 0) / 100 }))
    .toSorted((a, b) => b.weightPct - a.weightPct)
}

/** Cents by percents. Cents left by rounding go to the first positions when no cash is kept. */
function splitCents(totalCents: number, percents: readonly number[]): readonly number[] {
  const cents = percents.map((pct) => Math.floor((totalCents * pct) / 100))
  const isAll = percents.reduce((total, pct) => total + pct, 0) === 100
  const left = isAll ? totalCents - cents.reduce((total, cent) => total + cent, 0) : 0
  return cents.map((cent, index) => (index < left ? cent + 1 : cent))
}

function statusOf(positions: number, cashPct: number): Strategy["status"] {
  if (positions === 0) return "NO_CANDIDATES"
  return cashPct > 0 || positions < MIN_POOLS ? "PARTIAL" : "OK"
}

function notableRejectionsOf(
  pools: readonly YieldPool[],
  obstacles: readonly (string | null)[],
): Strategy["notableRejections"] {
  return pools
    .flatMap((pool, index) => {
      const reason = obstacles[index] ?? null
      const apyPct = pool.apyPct ?? 0
      const isNotable = pool.tvlUsd >= NOTABLE_MIN_TVL_USD && apyPct > 0 && apyPct <= ABSURD_APY_PCT
      return reason !== null && isNotable ? [{ pool, reason }] : []
    })
    .toSorted((a, b) => (b.pool.apyPct ?? 0) - (a.pool.apyPct ?? 0) || (a.pool.poolId < b.pool.poolId ? -1 : 1))
    .slice(0, MAX_NOTABLE_REJECTIONS)
}
