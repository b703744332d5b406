import type { Bounds } from "./interval"
import { mean } from "./moments"

/** A probability that was stated, and whether the event came. */
export type Forecast = { readonly probability: number; readonly happened: boolean }

/** Mean squared error of the probabilities; 0.25 for always saying one half. @see Brier 1950. */
export function brierScore(forecasts: readonly Forecast[]): number | null {
  return mean(forecasts.map(({ probability, happened }) => (probability - Number(happened)) ** 2))
}

/** Share of forecasts whose event came. */
export function baseRate(forecasts: readonly Forecast[]): number | null {
  return mean(forecasts.map(({ happened }) => Number(happened)))
}

/**
 * Brier skill against the base rate of the same forecasts: 1 is perfect, 0 as good as knowing only the base rate.
 *
 * The base rate is known only afterwards, so it is a strict reference. `null` when every event or none came.
 */
export function brierSkill(forecasts: readonly Forecast[]): number | null {
  const score = brierScore(forecasts)
  const base = baseRate(forecasts)
  if (score === null || base === null || base === 0 || base === 1) return null
  return 1 - score / (base * (1 - base))
}

/** Mean negative log-likelihood; ln 2 for always saying one half. Probabilities are held inside [1e-9, 1 − 1e-9]. */
export function logLoss(forecasts: readonly Forecast[]): number | null {
  return mean(
    forecasts.map(({ probability, happened }) => {
      const held = Math.min(1 - 1e-9, Math.max(1e-9, probability))
      return -Math.log(happened ? held : 1 - held)
    }),
  )
}

/**
 * Interval score: width plus a penalty of 2/α for each unit by which the outcome lies outside. Lower is better.
 *
 * @see Gneiting and Raftery 2007, Strictly proper scoring rules, prediction, and estimation, section 6.2.
 */
export function intervalScore({ low, high }: Bounds, outcome: number, level: number): number {
  const penalty = 2 / (1 - level)
  return high - low + penalty * (Math.max(0, low - outcome) + Math.max(0, outcome - high))
}
