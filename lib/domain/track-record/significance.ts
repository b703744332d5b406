import { percentileInterval, replicates } from "@/lib/domain/statistics/bootstrap"
import { type Bounds, hull, meanInterval, shareDiffersP, wilsonInterval } from "@/lib/domain/statistics/interval"
import { mean, sum, variance } from "@/lib/domain/statistics/moments"
import { seededRandom } from "@/lib/domain/statistics/random"
import { type Performance, ifEnoughEvidence } from "./evidence"
import { marketOf } from "./market"
import { DECISION_SPACING_MS } from "./sealed-signal"
import { type Horizon, horizonMs, type CallWithOutcome } from "./outcome"

const REPS = 2000
const SEED = 1
const BLOCK_WINDOWS = 10
const MIN_BLOCKS = 30

export type Significance = {
  /**
   * Independent calls that would give the bootstrap variance of the win rate: p(1 − p)/variance, at most the number of calls.
   * The formula of `effectiveN` assumes that overlapping windows add nothing, which counts too few.
   */
  readonly nEffectiveBootstrap: number | null
  /** 95% interval of the win rate: Wilson on the number of calls that `intervalBasis` names. */
  readonly winRateInterval: Bounds | null
  /** The bootstrap from 30 blocks on; a younger record resamples too few. */
  readonly intervalBasis: "n_effective_bootstrap" | "n_effective"
  /** The wider ends of both methods: a bootstrap of a young record resamples few blocks and is too narrow alone. */
  readonly expectancyInterval: Bounds | null
  /** Expectancy less the mean return of the same sides of the same coins over all windows, without costs. */
  readonly alpha: number | null
  readonly alphaInterval: Bounds | null
  /** Share of all windows that rose. */
  readonly baseRateUp: number | null
  /** Two-sided p-value of the win rate against the base rate. Slightly too large: the calls' own windows are in the base. */
  readonly pValueVsBase: number | null
  readonly bootstrap: { readonly meanBlock: number; readonly reps: number; readonly seed: number }
}

/**
 * The significance of the directional calls, compared with all windows of their time. Everything is `null` below the
 * threshold.
 */
export function significanceOf(
  calls: readonly CallWithOutcome[],
  performance: Performance,
  { windows, horizon }: { readonly windows: readonly CallWithOutcome[]; readonly horizon: Horizon },
): Significance {
  const meanBlock = BLOCK_WINDOWS * (horizonMs[horizon] / DECISION_SPACING_MS)
  const drawn = ifEnoughEvidence(performance, () => drawnMeans(calls, windows, meanBlock))
  const { winRate, baseRate, nEffective, expectancyInterval } = performance
  const market = marketOf(windows)
  const excess = calls.map(({ facts, side, netReturn }) => netReturn - side * (market.get(facts.coin)?.meanReturn ?? 0))
  const nEffectiveBootstrap =
    drawn === null || winRate === null
      ? null
      : effectiveFrom(
          winRate,
          drawn.map(({ wins }) => wins),
          calls.length,
        )
  const decisions = new Set(windows.map(({ facts }) => facts.decisionTimeMs)).size
  const isLong = nEffectiveBootstrap !== null && decisions >= MIN_BLOCKS * meanBlock
  const intervalBasis = isLong ? "n_effective_bootstrap" : "n_effective"
  const nForInterval = isLong ? nEffectiveBootstrap : nEffective
  return {
    nEffectiveBootstrap,
    winRateInterval: winRate === null ? null : wilsonInterval(winRate, nForInterval),
    intervalBasis,
    expectancyInterval: hull(drawn && percentileInterval(drawn.map(({ net }) => net)), expectancyInterval),
    alpha: ifEnoughEvidence(performance, () => mean(excess)),
    alphaInterval: hull(
      drawn && percentileInterval(drawn.map((means) => means.excess)),
      ifEnoughEvidence(performance, () => meanInterval(excess, nEffective)),
    ),
    baseRateUp: ifEnoughEvidence(performance, () => mean(windows.map(({ marketReturn }) => Number(marketReturn > 0)))),
    pValueVsBase: winRate === null || baseRate === null ? null : shareDiffersP(winRate, nForInterval, baseRate),
    bootstrap: { meanBlock, reps: REPS, seed: SEED },
  }
}

/** `null` where the win rate does not vary. */
function effectiveFrom(winRate: number, draws: readonly number[], n: number): number | null {
  const spread = variance(draws)
  return spread === null || spread === 0 ? null : Math.min(n, (winRate * (1 - winRate)) / spread)
}

type Means = { readonly net: number; readonly excess: number; readonly wins: number }

/** A running total over decisions in order of time. The sum of a block is the difference of two entries. */
type Totals = Float64Array

/** Totals by decision: calls, net return and wins, and by coin windows, return and sides. */
type Columns = {
  readonly calls: Totals
  readonly net: Totals
  readonly wins: Totals
  readonly coins: readonly { readonly windows: Totals; readonly returned: Totals; readonly sides: Totals }[]
}

/** Consecutive decisions, `to` excluded. */
type Block = { readonly from: number; readonly to: number }

/**
 * Means of the bootstrap's series. A row is a whole decision, its windows without a call included: the coins stay
 * correlated, and the market is drawn with the calls that are compared with it.
 */
function drawnMeans(
  calls: readonly CallWithOutcome[],
  windows: readonly CallWithOutcome[],
  meanBlock: number,
): readonly Means[] {
  const times = [...new Set(windows.map(({ facts }) => facts.decisionTimeMs))]
  const columns = columnsOf(calls, windows, times)
  const options = { meanBlock, reps: REPS, random: seededRandom(SEED) }
  const means = replicates(times.length, (picked) => meansOf(columns, blocksOf(picked)), options)
  // With few calls a series may contain none.
  return means.filter((found) => found !== null)
}

function columnsOf(
  calls: readonly CallWithOutcome[],
  windows: readonly CallWithOutcome[],
  times: readonly number[],
): Columns {
  const rows = new Map(times.map((timeMs, row) => [timeMs, row]))
  const totals = (of: readonly CallWithOutcome[], value: (call: CallWithOutcome) => number) => {
    const column = new Float64Array(times.length + 1)
    const add = (row: number, amount: number) => (column[row] = (column[row] ?? 0) + amount)
    for (const call of of) add(1 + (rows.get(call.facts.decisionTimeMs) ?? 0), value(call))
    for (let row = 1; row < column.length; row++) add(row, column[row - 1] ?? 0)
    return column
  }
  const coins = [...new Set(windows.map(({ facts }) => facts.coin))]
  return {
    calls: totals(calls, () => 1),
    net: totals(calls, ({ netReturn }) => netReturn),
    wins: totals(calls, ({ outcome }) => Number(outcome === "WIN")),
    coins: coins.map((coin) => {
      const isOwn = ({ facts }: CallWithOutcome) => facts.coin === coin
      const own = windows.filter(isOwn)
      return {
        windows: totals(own, () => 1),
        returned: totals(own, ({ marketReturn }) => marketReturn),
        sides: totals(calls.filter(isOwn), ({ side }) => side),
      }
    }),
  }
}

function blocksOf(picked: Int32Array): readonly Block[] {
  const blocks: Block[] = []
  let from = picked[0] ?? 0
  for (let index = 1; index <= picked.length; index++) {
    const to = (picked[index - 1] ?? 0) + 1
    if (picked[index] === to) continue
    blocks.push({ from, to })
    from = picked[index] ?? 0
  }
  return blocks
}

/** `null` without a call. */
function meansOf({ calls, net, wins, coins }: Columns, blocks: readonly Block[]): Means | null {
  const drawn = (totals: Totals) => {
    let all = 0
    for (const { from, to } of blocks) all += (totals[to] ?? 0) - (totals[from] ?? 0)
    return all
  }
  const n = drawn(calls)
  if (n === 0) return null
  // A coin without windows in the series has no sides either.
  const blind = coins.map(
    ({ windows, returned, sides }) => (drawn(sides) * drawn(returned)) / Math.max(1, drawn(windows)),
  )
  const earned = drawn(net)
  return { net: earned / n, excess: (earned - sum(blind)) / n, wins: drawn(wins) / n }
}
