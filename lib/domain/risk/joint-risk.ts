import { at } from "@/lib/domain/indicators/series"
import type { Columns } from "@/lib/domain/market/columns"

/** A correlation of daily log returns with its number of days. */
export type Correlation = { readonly value: number; readonly days: number }

/** An open position: what it loses at its stop, in percent of the capital, and how its coin moves with the plan's coin. */
export type HeldRisk = { readonly side: "long" | "short"; readonly riskPct: number; readonly correlation: number }

/** With fewer days in common there is no correlation. */
const MIN_DAYS = 60

/** Correlation of the daily log returns that both coins have. `null` with too few of them, or without moves. */
export function correlationOf(one: Columns, other: Columns): Correlation | null {
  const otherReturns = new Map(returnsOf(other))
  const pairs = returnsOf(one).flatMap(([timeMs, a]) => {
    const b = otherReturns.get(timeMs)
    return b === undefined ? [] : [[a, b] as const]
  })
  const mean = (pick: (pair: readonly [number, number]) => number) =>
    pairs.reduce((sum, pair) => sum + pick(pair), 0) / pairs.length
  const [meanA, meanB] = [mean(([a]) => a), mean(([, b]) => b)]
  const covariance = mean(([a, b]) => (a - meanA) * (b - meanB))
  const [varianceA, varianceB] = [mean(([a]) => (a - meanA) ** 2), mean(([, b]) => (b - meanB) ** 2)]
  if (pairs.length < MIN_DAYS || varianceA === 0 || varianceB === 0) return null
  return { value: covariance / Math.sqrt(varianceA * varianceB), days: pairs.length }
}

/**
 * The risk of a plan beside open positions, in percent of the capital: with their correlations it adds to the variance of all
 * positions what an independent plan at `riskPct` would add. A plan against the open positions keeps `riskPct`.
 */
export function riskBeside(riskPct: number, side: "long" | "short", held: readonly HeldRisk[]): number {
  const shared = sharedRisk(side, held)
  return Math.min(riskPct, Math.sqrt(shared ** 2 + riskPct ** 2) - shared)
}

/**
 * The largest risk of a plan at which the joint risk of all positions is at most `limitPct`. Where that of the open positions,
 * `heldPct`, is already higher, the plan may not raise it.
 */
export function riskWithin(
  limitPct: number,
  side: "long" | "short",
  { held, heldPct }: { readonly held: readonly HeldRisk[]; readonly heldPct: number },
): number {
  const shared = sharedRisk(side, held)
  return Math.max(0, Math.sqrt(shared ** 2 + Math.max(0, limitPct ** 2 - heldPct ** 2)) - shared)
}

/** Joint risk of positions: the root of the sum of all products of two risks, sides and correlations. */
export function jointRisk(
  positions: readonly { readonly side: "long" | "short"; readonly riskPct: number }[],
  correlationAt: (one: number, other: number) => number,
): number {
  const signed = positions.map(({ side, riskPct }) => (side === "long" ? riskPct : -riskPct))
  const variance = signed.reduce(
    (sum, a, i) => sum + signed.reduce((row, b, j) => row + a * b * (i === j ? 1 : correlationAt(i, j)), 0),
    0,
  )
  return Math.sqrt(Math.max(0, variance))
}

/** The part of the open risk that moves with a plan on this side; negative where it moves against the plan. */
function sharedRisk(side: "long" | "short", held: readonly HeldRisk[]): number {
  return held.reduce((sum, one) => sum + one.riskPct * one.correlation * (one.side === side ? 1 : -1), 0)
}

function returnsOf({ openTimeMs, close, length }: Columns): readonly (readonly [timeMs: number, logReturn: number])[] {
  return Array.from({ length: Math.max(0, length - 1) }, (_, i) => [
    at(openTimeMs, i + 1),
    Math.log(at(close, i + 1) / at(close, i)),
  ])
}
