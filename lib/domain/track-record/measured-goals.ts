import type { Bounds } from "@/lib/domain/statistics/interval"
import { forecastModel } from "@/lib/domain/volatility/forecast-model"
import { DATA_PERIODS, type DataPeriod } from "./data-periods"
import measured from "./measured-goals.json" with { type: "json" }

/** A number with its 95% interval by the stationary bootstrap over days: overlapping windows stay together. */
export type Estimate = {
  readonly value: number
  readonly interval: Bounds | null
  readonly n: number
  /** Of a distance, which is never negative: its mean in perfectly calibrated draws, and the value that 95% of them stay below. */
  readonly noise?: { readonly mean: number; readonly high: number } | undefined
}

/** The last days of the data that was fitted, and of measurements that were looked at when inputs and rules were chosen. */
export const dataUntil = { fitted: forecastModel.seen.until, seen: "2026-08-20" } as const

/** One line of the goals table, `null` in periods without data. */
export type Goal = {
  readonly goal: string
  readonly threshold: string
  readonly unit: "percent" | "number"
  readonly measured: Readonly<Record<DataPeriod, Estimate | null>>
  /** The reference forecast and its result in the period of the verdict. */
  readonly peer: { readonly name: string; readonly value: number } | null
  /** The period of the verdict: the least known one with data. */
  readonly judgedOn: DataPeriod
  readonly met: Met
}

/**
 * `within noise`: the value meets the threshold, but an end of its interval does not. `in sample`: it meets it on fitted data only, or
 * on seen data that its rule was chosen on.
 */
export type Met = "yes" | "within noise" | "in sample" | "no"

/** The result of `npm run goals -- FOLDER --write`, the source of what answers, screens and documents say. */
export const measuredGoals = measured as {
  readonly coins: readonly string[]
  readonly from: string
  readonly to: string
  readonly goals: readonly Goal[]
}

/** The period that decides about a goal: unseen data where there is any, else seen, else fitted. */
export function decisivePeriod(measured: Goal["measured"]): DataPeriod {
  return DATA_PERIODS.findLast((period) => measured[period] !== null) ?? "fitted"
}

/** @throws {RangeError} no goal has this name */
export function measuredGoal(name: string): Goal {
  const found = measuredGoals.goals.find(({ goal }) => goal === name)
  if (found === undefined) throw new RangeError(`No goal is named ${name}.`)
  return found
}
