import { percentileInterval, replicates } from "@/lib/domain/statistics/bootstrap"
import type { Bounds } from "@/lib/domain/statistics/interval"
import { deviation } from "@/lib/domain/statistics/moments"
import { normalCdf } from "@/lib/domain/statistics/normal"
import { seededRandom } from "@/lib/domain/statistics/random"
import { DAY_MS } from "@/lib/domain/utc-day"
import type { VoteWithReturn } from "./readings"

/** What the votes of one reading were worth in one period. Returns are fractions. */
export type Timing = {
  /** Votes long or short. */
  readonly n: number
  readonly hitRate: number
  /** Mean return on the side of the vote. */
  readonly meanReturn: number
  /** The same less what blind votes on the same sides of the same coins earned in the period. */
  readonly timing: number
  /** 95%, of `timing`. */
  readonly interval: Bounds
  /** Two-sided, that `timing` is 0: normal, with the standard deviation of the bootstrap. */
  readonly p: number
}

export const BLOCK_DAYS = 30
export const REPS = 2_000
export const SEED = 1
/** Fewer votes are not measured. */
export const MIN_VOTES = 100

/** By coin: sum of sides, return on the sides, windows, return of all windows. Then the number of votes. */
const [SIDES, SIDED, WINDOWS, RETURNED, PER_COIN] = [0, 1, 2, 3, 4]

/** `null` with too few votes. The bootstrap draws whole days, all coins together. */
export function timingOf(votes: readonly VoteWithReturn[]): Timing | null {
  const cast = votes.filter(({ side }) => side !== 0)
  if (cast.length < MIN_VOTES) return null
  const coins = 1 + Math.max(...new Set(votes.map(({ coin }) => coin)))
  const rows = rowsOf(votes, coins)
  const estimate = (picked: Iterable<number>) => timingIn(rows, picked, coins)
  const draws = replicates(rows.length, estimate, { meanBlock: BLOCK_DAYS, reps: REPS, random: seededRandom(SEED) })
  const drawn = draws.filter((value) => value !== null)
  const [timing, interval, error] = [estimate(rows.keys()), percentileInterval(drawn), deviation(drawn)]
  if (timing === null || interval === null || error === null) return null
  return {
    n: cast.length,
    hitRate: cast.filter(({ side, marketReturn }) => side * marketReturn > 0).length / cast.length,
    meanReturn: cast.reduce((sum, { side, marketReturn }) => sum + side * marketReturn, 0) / cast.length,
    timing,
    interval,
    p: error === 0 ? 1 : 2 * normalCdf(-Math.abs(timing) / error),
  }
}

function rowsOf(votes: readonly VoteWithReturn[], coins: number): readonly Float64Array[] {
  const rows = new Map<number, Float64Array>()
  for (const { timeMs, coin, side, marketReturn } of votes) {
    const day = Math.floor(timeMs / DAY_MS)
    const row = rows.get(day) ?? new Float64Array(coins * PER_COIN + 1)
    const add = (index: number, amount: number) => (row[index] = (row[index] ?? 0) + amount)
    add(coin * PER_COIN + SIDES, side)
    add(coin * PER_COIN + SIDED, side * marketReturn)
    add(coin * PER_COIN + WINDOWS, 1)
    add(coin * PER_COIN + RETURNED, marketReturn)
    add(coins * PER_COIN, Math.abs(side))
    rows.set(day, row)
  }
  return [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row)
}

/** `null` without a vote. */
function timingIn(rows: readonly Float64Array[], picked: Iterable<number>, coins: number): number | null {
  const sums = new Float64Array(coins * PER_COIN + 1)
  for (const index of picked) {
    const row = rows[index]
    if (row !== undefined) for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] ?? 0) + (row[i] ?? 0)
  }
  const n = sums[coins * PER_COIN] ?? 0
  if (n === 0) return null
  let excess = 0
  for (let coin = 0; coin < coins; coin++) {
    const at = (column: number) => sums[coin * PER_COIN + column] ?? 0
    excess += at(SIDED) - (at(SIDES) * at(RETURNED)) / Math.max(1, at(WINDOWS))
  }
  return excess / n
}
