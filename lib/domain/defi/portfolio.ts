import { groupBy } from "@/lib/domain/group-by"
import { round } from "@/lib/domain/round"
import type { Candidate } from "./candidate"

/** A candidate with its whole percents of the money and the dollars these are. */
export type Position = { readonly candidate: Candidate; readonly weightPct: number; readonly amountUsd: number }

/** Figures of a whole strategy; cash earns nothing and is counted in each. */
export type Portfolio = {
  /** As of today, which may be a spike. */
  readonly blendedApyPct: number
  /** Today's base yield plus half of today's rewards. */
  readonly blendedApyHaircutPct: number
  /** At the lower of today and the 30-day mean of each pool: the middle of the range. */
  readonly expectedApyPct: number
  readonly rangeApy80Pct: readonly [number, number]
  /** The sum of the stated earnings of all positions, to the cent. */
  readonly expectedYieldUsd: number
  readonly projects: number
  readonly chains: number
  readonly maxProjectPct: number
  readonly maxChainPct: number
  /** Cash is included, because it is held as a stablecoin. */
  readonly stablecoinPct: number
}

export type WorstCase = {
  readonly lossUsd: number
  readonly lossPct: number
  /** `null` when nothing is earned. */
  readonly monthsToRecover: number | null
}

const Z80 = 1.2815515655446004
const DAYS_PER_YEAR = 365

/**
 * Dollars that a position is expected to earn at the lower of today's yield and its 30-day mean.
 *
 * A yield is that of a whole year with earnings put back in, so a part of the year earns less than its share of days.
 */
export function expectedYieldUsd({ amountUsd, candidate }: Position, horizonDays: number): number {
  return amountUsd * ((1 + candidate.expectedApyPct / 100) ** (horizonDays / DAYS_PER_YEAR) - 1)
}

/**
 * Sums up a strategy. The range takes the dispersions of all pools as one: yields of pools fall together.
 */
export function summarisePortfolio(positions: readonly Position[], cashPct: number, horizonDays: number): Portfolio {
  const blend = (value: (candidate: Candidate) => number) =>
    positions.reduce((total, { candidate, weightPct }) => total + (weightPct * value(candidate)) / 100, 0)
  const expected = blend(({ expectedApyPct }) => expectedApyPct)
  const spread = Z80 * blend(({ apySigmaPp }) => apySigmaPp)
  const projects = sharesBy(positions, ({ project }) => project)
  const chains = sharesBy(positions, ({ chain }) => chain)
  return {
    blendedApyPct: round(
      blend(({ pool }) => pool.apyPct ?? 0),
      4,
    ),
    blendedApyHaircutPct: round(blend(haircutApyPct), 4),
    expectedApyPct: round(expected, 4),
    rangeApy80Pct: [round(Math.max(0, expected - spread), 4), round(expected + spread, 4)],
    expectedYieldUsd: round(
      positions.reduce((total, position) => total + round(expectedYieldUsd(position, horizonDays), 2), 0),
      2,
    ),
    projects: projects.length,
    chains: chains.length,
    maxProjectPct: Math.max(0, ...projects),
    maxChainPct: Math.max(0, ...chains),
    stablecoinPct: cashPct + sumOf(positions.filter(({ candidate }) => candidate.pool.isStablecoin)),
  }
}

/** Loss if the protocol with the largest share is lost in full, and the time in which the yield earns it back. */
export function worstCaseOf(positions: readonly Position[]): WorstCase {
  const byProject = groupBy(positions, ({ candidate }) => candidate.pool.project)
  const held = byProject.map((group) => ({
    usd: group.reduce((total, { amountUsd }) => total + amountUsd, 0),
    pct: sumOf(group),
  }))
  const largest = held.reduce((most, one) => (one.usd > most.usd ? one : most), { usd: 0, pct: 0 })
  const perMonthUsd = positions.reduce((total, position) => total + expectedYieldUsd(position, DAYS_PER_YEAR), 0) / 12
  return {
    lossUsd: round(largest.usd, 2),
    lossPct: largest.pct,
    monthsToRecover: perMonthUsd > 0 ? round(largest.usd / perMonthUsd, 1) : null,
  }
}

/** When the base yield is unknown, the yield without rewards. */
function haircutApyPct({ pool }: Candidate): number {
  const reward = pool.apyRewardPct ?? 0
  return (pool.apyBasePct ?? Math.max(0, (pool.apyPct ?? 0) - reward)) + reward / 2
}

function sharesBy(positions: readonly Position[], key: (pool: Candidate["pool"]) => string): readonly number[] {
  return groupBy(positions, ({ candidate }) => key(candidate.pool)).map(sumOf)
}

function sumOf(positions: readonly Position[]): number {
  return positions.reduce((total, { weightPct }) => total + weightPct, 0)
}
