import { groupBy } from "@/lib/domain/group-by"
import { round } from "@/lib/domain/round"
import { expectedYieldUsd, type Position } from "./portfolio"

/** A condition under which a position should be reviewed. */
export type Trigger = { readonly poolId: string; readonly metric: string; readonly condition: string }

/** Fees per transaction at which a chain's fees equal its earnings. */
export type FeeBudget = {
  readonly chain: string
  readonly transactions: number
  readonly breakevenUsdPerTransaction: number
  readonly note: string
}

/** The reasons for a position, with their numbers. */
export function reasonsOf({ candidate }: Position): readonly string[] {
  const { pool, risk, expectedApyPct, apySigmaPp } = candidate
  const basis =
    pool.apyMean30dPct === null ? "as of today, the 30-day mean unknown" : "at the lower of today and the 30-day mean"
  return [
    `${round(expectedApyPct, 2)}% a year ${basis}`,
    `±${round(apySigmaPp, 2)} pts (1σ${pool.returnSigmaPct === null ? ", assumed" : ""})`,
    `$${round(pool.tvlUsd / 1e6, 1)} m locked, ${pool.historyDays} days of history`,
    `risk ${risk.grade ?? "ungraded"}, ${risk.score} of 100 points`,
  ]
}

/** `nameOf`: the name of a protocol by its slug. */
export function triggersOf(positions: readonly Position[], nameOf: (project: string) => string): readonly Trigger[] {
  return positions.flatMap(({ candidate: { pool } }) => {
    const usualPct = pool.apyMean30dPct ?? pool.apyPct ?? 0
    const usual = pool.apyMean30dPct === null ? "today's" : "its 30-day mean"
    return [
      { metric: "apy", condition: `below ${round(usualPct / 2, 2)}%, half of ${usual}` },
      { metric: "tvl_usd", condition: `below $${round((0.7 * pool.tvlUsd) / 1e6, 1)} m within 7 days, a fall of 30%` },
      { metric: "hack", condition: `any exploit of ${nameOf(pool.project)}` },
    ].map((trigger) => ({ poolId: pool.poolId, ...trigger }))
  })
}

/**
 * The chain with the least earned per transaction, but Ethereum first: there a transaction can cost dollars, elsewhere
 * cents. `null` without positions. The fee itself is not forecast.
 */
export function feeBudgetOf(positions: readonly Position[], horizonDays: number): FeeBudget | null {
  const budgets = groupBy(positions, ({ candidate }) => candidate.pool.chain).map((group) => {
    const { chain } = group[0].candidate.pool
    const earnedUsd = group.reduce((total, position) => total + expectedYieldUsd(position, horizonDays), 0)
    const transactions = 2 * group.length
    return { chain, transactions, breakevenUsdPerTransaction: round(earnedUsd / transactions, 2), note: noteOf(chain) }
  })
  const [tightest] = budgets.toSorted(
    (a, b) =>
      Number(b.chain === "Ethereum") - Number(a.chain === "Ethereum") ||
      a.breakevenUsdPerTransaction - b.breakevenUsdPerTransaction ||
      (a.chain < b.chain ? -1 : 1),
  )
  return tightest ?? null
}

function noteOf(chain: string): string {
  return chain === "Ethereum"
    ? "Fees on Ethereum are dollars per transaction at times; small amounts are eaten by them."
    : `Fees on ${chain} are usually cents per transaction.`
}
