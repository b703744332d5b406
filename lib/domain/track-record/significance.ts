import { percentileInterval, replicates } from "@/lib/domain/statistics/bootstrap"
import { type Bounds, hull, meanInterval, shareDiffersP } from "@/lib/domain/statistics/interval"
import { mean } from "@/lib/domain/statistics/moments"
import { seededRandom } from "@/lib/domain/statistics/random"
import { type Performance, upRate, whenShown } from "./evidence"
import { DECISION_SPACING_MS } from "./sealed-signal"
import { type Horizon, horizonMs, type SettledCall } from "./settlement"

const REPS = 2000
const SEED = 1
const BLOCK_WINDOWS = 10

export type Significance = {
  /** Both methods have to be believed: a bootstrap of a young record resamples few blocks, and is too narrow alone. */
  readonly expectancyInterval: Bounds | null
  /** Expectancy less the mean return of the coins over the same windows, gross: the market pays no costs here. */
  readonly alpha: number | null
  readonly alphaInterval: Bounds | null
  readonly baseRateUp: number | null
  /** Two-sided, of the win rate against the base rate of the same sides. */
  readonly pValueVsBase: number | null
  readonly bootstrap: { readonly meanBlock: number; readonly reps: number; readonly seed: number }
}

/** All calls of one decision: they are resampled together, so that the coins stay correlated. */
type Row = { n: number; net: number; excess: number }

/** What the directional calls prove. Everything is `null` below the threshold. */
export function significanceOf(
  calls: readonly SettledCall[],
  performance: Performance,
  horizon: Horizon,
): Significance {
  const rows = rowsOf(calls)
  const meanBlock = BLOCK_WINDOWS * (horizonMs[horizon] / DECISION_SPACING_MS)
  const drawn = whenShown(performance, () =>
    replicates(rows.length, (picked) => meansOf(rows, picked), { meanBlock, reps: REPS, random: seededRandom(SEED) }),
  )
  const { winRate, baseRate, nEffective, expectancyInterval } = performance
  const excess = calls.map((call) => call.netReturn - call.marketReturn)
  return {
    expectancyInterval: hull(drawn && percentileInterval(drawn.map(({ net }) => net)), expectancyInterval),
    alpha: whenShown(performance, () => mean(excess)),
    alphaInterval: hull(
      drawn && percentileInterval(drawn.map((means) => means.excess)),
      whenShown(performance, () => meanInterval(excess, nEffective)),
    ),
    baseRateUp: whenShown(performance, () => upRate(calls)),
    pValueVsBase: winRate === null || baseRate === null ? null : shareDiffersP(winRate, nEffective, baseRate),
    bootstrap: { meanBlock, reps: REPS, seed: SEED },
  }
}

function rowsOf(calls: readonly SettledCall[]): readonly Row[] {
  const rows = new Map<number, Row>()
  for (const { facts, netReturn, marketReturn } of calls) {
    const row = rows.get(facts.decisionTimeMs) ?? { n: 0, net: 0, excess: 0 }
    row.n++
    row.net += netReturn
    row.excess += netReturn - marketReturn
    rows.set(facts.decisionTimeMs, row)
  }
  return [...rows.values()]
}

function meansOf(rows: readonly Row[], picked: Int32Array): { readonly net: number; readonly excess: number } {
  let n = 0
  let net = 0
  let excess = 0
  for (const index of picked) {
    const row = rows[index]
    if (row === undefined) continue
    n += row.n
    net += row.net
    excess += row.excess
  }
  return { net: net / n, excess: excess / n }
}
