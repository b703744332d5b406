import type { ResponseOf } from "@/lib/api/contract"
import type { HeldPosition } from "@/lib/api/held-param"
import type { riskContract } from "./contract"
import { DataUnavailableError } from "@/lib/domain/errors"
import type { Coin } from "@/lib/domain/market/coin"
import { closedColumns, type Columns } from "@/lib/domain/market/columns"
import { type Correlation, correlationOf, type HeldRisk, jointRisk } from "@/lib/domain/risk/joint-risk"
import { round } from "@/lib/domain/round"
import type { MarketDeps } from "@/lib/usecases/read-market"

type Joint = NonNullable<ResponseOf<typeof riskContract>["position_sizing"]["joint"]>

/** Open positions with their correlations to the coin of a plan, and to one another. */
export type Book = {
  readonly held: readonly (HeldPosition & HeldRisk & { readonly days: number })[]
  /** Among the held positions. */
  readonly between: (one: number, other: number) => number
}

/** Correlations over the closed days that both coins have. @throws {DataUnavailableError} a held coin has no such days */
export async function readBook(
  coin: Coin,
  positions: readonly HeldPosition[],
  { candles, nowMs }: Pick<MarketDeps, "candles" | "nowMs">,
): Promise<Book> {
  const coins = [...new Set([coin, ...positions.map((position) => position.coin)])]
  const read = await Promise.all(coins.map(async (one) => [one, await candles.candles(one, "1d")] as const))
  const days = new Map<Coin, Columns>()
  for (const [one, found] of read) if (found) days.set(one, closedColumns(found.value, "1d", nowMs))
  const correlation = (one: Coin, other: Coin): Correlation => {
    const [a, b] = [days.get(one), days.get(other)]
    const found = a && b && correlationOf(a, b)
    if (!found) {
      throw new DataUnavailableError(`No correlation of ${one} and ${other} can be computed now. Nothing was charged.`)
    }
    return found
  }
  const held = positions.map((position) => {
    const { value, days: count } = correlation(coin, position.coin)
    return { ...position, correlation: value, days: count }
  })
  const at = (index: number) => positions[index]?.coin ?? coin
  return { held, between: (one, other) => correlation(at(one), at(other)).value }
}

type Plan = {
  readonly side: "long" | "short"
  /** What its position loses at the stop, percent of the capital. */
  readonly riskPct: number
  /** Annual volatility per percent of risk. */
  readonly annualSigmaPerRisk: number
}

/** The plan beside the open positions. */
export function jointOf({ held, between }: Book, plan: Plan): Joint {
  const all = [...held, plan]
  const correlationAt = (one: number, other: number) => {
    const [first, second] = [Math.min(one, other), Math.max(one, other)]
    return second === held.length ? (held[first]?.correlation ?? 0) : between(first, second)
  }
  const jointPct = jointRisk(all, correlationAt)
  return {
    held: held.map((position) => ({
      coin: position.coin,
      side: position.side,
      risk_pct: position.riskPct,
      correlation: round(position.correlation, 4),
      days: position.days,
    })),
    plan_risk_pct: round(plan.riskPct, 4),
    sum_pct: round(
      all.reduce((sum, { riskPct }) => sum + riskPct, 0),
      4,
    ),
    joint_pct: round(jointPct, 4),
    volatility_pct: round(100 * plan.annualSigmaPerRisk * jointPct, 2),
  }
}
