import { DAY_MS } from "@/lib/domain/utc-day"

export const STABLECOIN_SIGNALS = ["STRONG_INFLOW", "INFLOW", "FLAT", "OUTFLOW", "STRONG_OUTFLOW"] as const

export type StablecoinSignal = (typeof STABLECOIN_SIGNALS)[number]

export type StablecoinPoint = { readonly atMs: number; readonly supplyUsd: number }

export type StablecoinFlow = {
  readonly atMs: number
  readonly supplyUsd: number
  readonly change7dUsd: number
  readonly change7dPct: number
  /** `null` where the series does not reach back 30 days. */
  readonly change30dUsd: number | null
  readonly signal: StablecoinSignal
}

/** Percent in 7 days from which supply is called flowing, and from which strongly. */
const [FLOWING_PCT, STRONG_PCT] = [0.25, 0.75]

/** A day or two may be missing at either end of a window. */
const SLACK_MS = 2 * DAY_MS

/** Dollar stablecoins in circulation and their change; `null` without a value of about a week before. Oldest first. */
export function stablecoinFlow(points: readonly StablecoinPoint[]): StablecoinFlow | null {
  const newest = points.at(-1)
  const week = newest && before(points, newest.atMs, 7)
  if (!newest || !week) return null
  const month = before(points, newest.atMs, 30)
  const change7dPct = (100 * (newest.supplyUsd - week.supplyUsd)) / week.supplyUsd
  return {
    atMs: newest.atMs,
    supplyUsd: newest.supplyUsd,
    change7dUsd: newest.supplyUsd - week.supplyUsd,
    change7dPct,
    change30dUsd: month === null ? null : newest.supplyUsd - month.supplyUsd,
    signal: signalOf(change7dPct),
  }
}

/** From ±0.25% a week a flow, from ±0.75% a strong one. Both bounds included. */
export function signalOf(change7dPct: number): StablecoinSignal {
  const size = Math.abs(change7dPct)
  if (size < FLOWING_PCT) return "FLAT"
  if (change7dPct > 0) return size >= STRONG_PCT ? "STRONG_INFLOW" : "INFLOW"
  return size >= STRONG_PCT ? "STRONG_OUTFLOW" : "OUTFLOW"
}

function before(points: readonly StablecoinPoint[], nowMs: number, days: number): StablecoinPoint | null {
  const thenMs = nowMs - days * DAY_MS
  const point = points.findLast(({ atMs }) => atMs <= thenMs)
  return point === undefined || thenMs - point.atMs > SLACK_MS || point.supplyUsd <= 0 ? null : point
}
