import { leastSquares } from "@/research/fit/least-squares"
import type { Candle } from "@/lib/domain/market/candle"
import { DAY_MS } from "@/lib/domain/utc-day"
import type { HoursAfter } from "./hours-after"

/** Windows of days whose realised variance the peer reads. */
const WINDOWS_DAYS = [1, 7, 30] as const
const REFIT_MS = 91 * DAY_MS
const MIN_ROWS = 365
const MIN_SHARE_OF_HOURS = 0.8

type Row = {
  readonly timeMs: number
  readonly inputs: readonly number[]
  /** Realised variance per day of the horizon, `null` where the data end before it. */
  readonly realised: number | null
}

/**
 * The peer of the volatility forecast: a log-HAR on realised variance of squared hourly returns (Corsi 2009), pooled over
 * coins and refitted every quarter on outcomes that were known then. Variance of the horizon by coin and midnight.
 */
export function logHarVariances(
  coins: readonly { readonly times: readonly number[]; readonly after: HoursAfter }[],
  days: 1 | 7,
): readonly ReadonlyMap<number, number>[] {
  const rows = coins.map(({ times, after }) => times.flatMap((timeMs) => rowAt(timeMs, after, days) ?? []))
  const all = rows.flat().toSorted((a, b) => a.timeMs - b.timeMs)
  const forecasts = rows.map(() => new Map<number, number>())
  const [first, last] = [all[0]?.timeMs ?? 0, all.at(-1)?.timeMs ?? -1]
  for (let fromMs = first; fromMs <= last; fromMs += REFIT_MS) {
    const known = all.filter(({ timeMs, realised }) => realised !== null && timeMs + days * DAY_MS <= fromMs)
    if (known.length < MIN_ROWS) continue
    const model = fit(known)
    for (const [coin, list] of rows.entries()) {
      for (const { timeMs, inputs } of list) {
        if (timeMs >= fromMs && timeMs < fromMs + REFIT_MS) forecasts[coin]?.set(timeMs, days * model(inputs))
      }
    }
  }
  return forecasts
}

function fit(rows: readonly Row[]): (inputs: readonly number[]) => number {
  const targets = rows.map(({ realised }) => realised ?? 0)
  const weights = leastSquares(
    rows.map(({ inputs }) => inputs),
    targets.map(Math.log),
  )
  const raw = (inputs: readonly number[]) =>
    Math.exp(inputs.reduce((sum, input, index) => sum + input * (weights[index] ?? 0), 0))
  const scale = rows.reduce((sum, { inputs }, index) => sum + (targets[index] ?? 0) / raw(inputs), 0) / rows.length
  return (inputs) => scale * raw(inputs)
}

function rowAt(timeMs: number, after: HoursAfter, days: number): Row | null {
  const logs = WINDOWS_DAYS.map((window) => {
    const variance = variancePerDay(after(timeMs - window * DAY_MS, 24 * window), window)
    return variance === null ? null : Math.log(variance)
  })
  const known = logs.filter((log) => log !== null)
  if (known.length < logs.length) return null
  return { timeMs, inputs: [1, ...known], realised: variancePerDay(after(timeMs, 24 * days), days) }
}

function variancePerDay(hours: readonly Candle[] | null, days: number): number | null {
  if (hours === null || hours.length < MIN_SHARE_OF_HOURS * 24 * days) return null
  let [sum, before] = [0, hours[0]?.openUsd ?? 0]
  for (const { closeUsd } of hours) {
    sum += Math.log(closeUsd / before) ** 2
    before = closeUsd
  }
  return sum > 0 ? (sum * 24) / hours.length : null
}
