import { percentileInterval, replicates } from "@/lib/domain/statistics/bootstrap"
import { mean as meanValue, quantile } from "@/lib/domain/statistics/moments"
import { seededRandom } from "@/lib/domain/statistics/random"
import type { Estimate } from "@/lib/domain/track-record/measured-goals"
import { DAY_MS } from "@/lib/domain/utc-day"

/** A probability that was stated at a time, whether the event happened, and the probability of the reference. */
export type ScoredForecast = {
  readonly timeMs: number
  readonly probability: number
  readonly happened: boolean
  readonly reference: number
}

/** A statement about one kind of event. */
export type CellForecast = Omit<ScoredForecast, "reference"> & { readonly cell: string }

const BINS = 10
/** Squared error, squared error of the reference, count; then count, sum of statements and of events by bin. */
const [ERROR, REFERENCE, COUNT, FIRST_BIN, WIDTH] = [0, 1, 2, 3, 3 + 3 * BINS]
const BLOCK_DAYS = 30
const REPS = 400
const SEED = 1

/** Brier skill against the reference, expected calibration error in ten bins, and the rate of events. */
export function scoreOf(forecasts: readonly ScoredForecast[]): {
  readonly skill: Estimate
  readonly calibrationError: Estimate
  readonly rate: Estimate
} {
  const rows = [...rowsOf(forecasts).values()]
  const n = forecasts.length
  const all = summed(rows, rows.keys())
  const options = { meanBlock: BLOCK_DAYS, reps: REPS, random: seededRandom(SEED) }
  const draws = replicates(rows.length, (picked) => summariesOf(summed(rows, picked)), options)
  const { skill, error, rate, distances } = summariesOf(all)
  const noise = noiseOf(
    draws.map((draw) => draw.distances.reduce((sum, one, bin) => sum + off(one, distances[bin]), 0)),
  )
  const interval = (pick: (draw: ReturnType<typeof summariesOf>) => number) => percentileInterval(draws.map(pick))
  return {
    skill: { value: skill, interval: interval((draw) => draw.skill), n },
    calibrationError: { value: error, interval: interval((draw) => draw.error), n, noise },
    rate: { value: rate, interval: interval((draw) => draw.rate), n },
  }
}

/** Loss of a forecast and of its peer at one time. */
export type Loss = { readonly timeMs: number; readonly own: number; readonly peer: number }

/** Share by which the mean loss is below the peer's, with both means. */
export function improvementOf(losses: readonly Loss[]): {
  readonly improvement: Estimate
  readonly own: Estimate
  readonly peer: Estimate
} {
  const rows = new Map<number, { own: number; peer: number }>()
  for (const { timeMs, own, peer } of losses) {
    const row = rows.get(dayOf(timeMs)) ?? { own: 0, peer: 0 }
    row.own += own
    row.peer += peer
    rows.set(dayOf(timeMs), row)
  }
  const list = [...rows.values()]
  const improvement = (picked: Iterable<number>) => {
    let [own, peer] = [0, 0]
    for (const index of picked) {
      own += list[index]?.own ?? 0
      peer += list[index]?.peer ?? 0
    }
    return 1 - own / peer
  }
  const draws = replicates(list.length, improvement, { meanBlock: BLOCK_DAYS, reps: REPS, random: seededRandom(SEED) })
  return {
    improvement: { value: improvement(list.keys()), interval: percentileInterval(draws), n: losses.length },
    own: meanOf(losses.map(({ timeMs, own }) => ({ timeMs, value: own }))),
    peer: meanOf(losses.map(({ timeMs, peer }) => ({ timeMs, value: peer }))),
  }
}

/** Mean of values by day, with its interval. */
export function meanOf(values: readonly { readonly timeMs: number; readonly value: number }[]): Estimate {
  const rows = new Map<number, { total: number; n: number }>()
  for (const { timeMs, value } of values) {
    const row = rows.get(dayOf(timeMs)) ?? { total: 0, n: 0 }
    row.total += value
    row.n++
    rows.set(dayOf(timeMs), row)
  }
  const list = [...rows.values()]
  const options = { meanBlock: BLOCK_DAYS, reps: REPS, random: seededRandom(SEED) }
  const mean = (picked: Iterable<number>) => {
    let [total, n] = [0, 0]
    for (const index of picked) {
      total += list[index]?.total ?? 0
      n += list[index]?.n ?? 0
    }
    return total / n
  }
  const draws = replicates(list.length, mean, options)
  return { value: mean(list.keys()), interval: percentileInterval(draws), n: values.length }
}

/** Distance of stated and observed rates by cell: their mean, and the worst of them. */
export function calibrationGaps(stated: readonly CellForecast[]): {
  readonly mean: Estimate
  readonly worst: Estimate
} {
  const cells = [...new Set(stated.map(({ cell }) => cell))]
  const rows = new Map<number, Float64Array>()
  for (const { timeMs, cell, probability, happened } of stated) {
    const row = rows.get(dayOf(timeMs)) ?? new Float64Array(2 * cells.length)
    const column = 2 * cells.indexOf(cell)
    add(row, column, probability - Number(happened))
    add(row, column + 1, 1)
    rows.set(dayOf(timeMs), row)
  }
  const list = [...rows.values()]
  const gaps = (picked: Iterable<number>) => {
    const sums = summed(list, picked)
    const distances = cells.map((_, cell) => {
      const [distance, n] = [sums[2 * cell] ?? 0, sums[2 * cell + 1] ?? 0]
      return n === 0 ? null : distance / n
    })
    const sizes = distances.flatMap((distance) => (distance === null ? [] : [Math.abs(distance)]))
    return { distances, mean: meanValue(sizes) ?? Number.NaN, worst: Math.max(...sizes) }
  }
  const draws = replicates(list.length, gaps, { meanBlock: BLOCK_DAYS, reps: REPS, random: seededRandom(SEED) })
  const { distances, mean, worst } = gaps(list.keys())
  const noises = draws.map((draw) =>
    draw.distances.flatMap((one, cell) => (one === null ? [] : [off(one, distances[cell] ?? 0)])),
  )
  const interval = (pick: (draw: ReturnType<typeof gaps>) => number) => percentileInterval(draws.map(pick))
  return {
    mean: {
      value: mean,
      interval: interval((draw) => draw.mean),
      n: stated.length,
      noise: noiseOf(noises.map((cell) => meanValue(cell) ?? 0)),
    },
    worst: {
      value: worst,
      interval: interval((draw) => draw.worst),
      n: stated.length,
      noise: noiseOf(noises.map((cell) => Math.max(...cell))),
    },
  }
}

/** Sums by UTC day: all that the three measures need. */
function rowsOf(forecasts: readonly ScoredForecast[]): ReadonlyMap<number, Float64Array> {
  const rows = new Map<number, Float64Array>()
  for (const { timeMs, probability, happened, reference } of forecasts) {
    const row = rows.get(dayOf(timeMs)) ?? new Float64Array(WIDTH)
    const event = Number(happened)
    const bin = FIRST_BIN + 3 * Math.min(BINS - 1, Math.floor(probability * BINS))
    add(row, ERROR, (probability - event) ** 2)
    add(row, REFERENCE, (reference - event) ** 2)
    add(row, COUNT, 1)
    add(row, bin, 1)
    add(row, bin + 1, probability)
    add(row, bin + 2, event)
    rows.set(dayOf(timeMs), row)
  }
  return rows
}

function summed(rows: readonly Float64Array[], picked: Iterable<number>): Float64Array {
  const total = new Float64Array(rows[0]?.length ?? 0)
  for (const index of picked) {
    const row = rows[index]
    if (row !== undefined) for (let i = 0; i < row.length; i++) add(total, i, row[i] ?? 0)
  }
  return total
}

/** How far a drawn distance is from the estimate: what would be its size if the estimate were 0. */
function off(drawn: number, estimate: number | undefined): number {
  return Math.abs(drawn - (estimate ?? 0))
}

/** A distance is never negative, so its interval says little: this is what noise alone gives. */
function noiseOf(draws: readonly number[]): Estimate["noise"] {
  const [mean, high] = [meanValue(draws), quantile(draws, 0.95)]
  return mean === null || high === null ? undefined : { mean, high }
}

function summariesOf(sums: Float64Array) {
  const at = (index: number) => sums[index] ?? 0
  const bins = Array.from({ length: BINS }, (_, bin) => FIRST_BIN + 3 * bin)
  const distances = bins.map((bin) => (at(bin + 1) - at(bin + 2)) / at(COUNT))
  const error = distances.reduce((sum, distance) => sum + Math.abs(distance), 0)
  const events = bins.reduce((sum, bin) => sum + at(bin + 2), 0)
  return { skill: 1 - at(ERROR) / at(REFERENCE), error, rate: events / at(COUNT), distances }
}

function add(row: Float64Array, index: number, value: number): void {
  row[index] = (row[index] ?? 0) + value
}

function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS)
}
