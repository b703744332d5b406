import { missingFunds } from "@/lib/domain/flows/missing-funds"
import type { Coin } from "@/lib/domain/market/coin"
import { SourceMalformedError, SourceUnavailableError } from "@/lib/outbound/errors"
import { sumOfFunds, type EtfFlowDay } from "@/lib/market/sources/wire/etf-flow"
import { toSeries, type Series } from "@/lib/market/sources/wire/series"
import { tooManyDropped } from "@/lib/market/sources/wire/valid-rows"
import type { FlowRow, FlowTable } from "./read-table"

const minFunds = { BTC: 8, ETH: 6, SOL: 3 } as const satisfies Record<Coin, number>
const MAX_TOTAL_USD_M = 3_000
/** Limit of a total that equals the sum of its funds. A larger total means that the unit changed. */
const MAX_SUM_USD_M = 15_000
const MAX_SUM_ERROR_USD_M = 2
/** A blank cell is final once this many later sessions have values. */
const SESSIONS_WAITED = 2

type Gates = {
  readonly host: string
  readonly coin: Coin
  readonly nowMs: number
  /** The newest day already held; an older table is refused. */
  readonly heldUntilMs: number
}

/**
 * Validates a table: enough funds, ascending dates that are not in the future, and plausible totals that equal the sum of
 * their funds.
 *
 * @throws {SourceMalformedError} or `SourceUnavailableError` (`stale`). The feed then keeps its current value.
 */
export function toEtfFlows(table: FlowTable, { host, coin, nowMs, heldUntilMs }: Gates): Series<EtfFlowDay> {
  const { rows, droppedRows } = table
  if (tooManyDropped(droppedRows, rows.length + droppedRows)) {
    const message = `${host}: ${droppedRows} of ${rows.length + droppedRows} days are unreadable.`
    throw new SourceMalformedError({ kind: "schema", host, message })
  }
  const days = withFinality(rows)
  const fault = findFault(days, coin, nowMs)
  if (fault !== null) throw new SourceMalformedError({ kind: "schema", host, message: `${host}: ${fault}.` })
  const series = toSeries(host, days, droppedRows)
  if (series.asOfMs >= heldUntilMs) return series
  const message = `The table of ${host} ends before the day already held.`
  throw new SourceUnavailableError({ kind: "stale", host, message })
}

/**
 * A day is final when every expected fund has reported. A day with a missing fund is final when a later day is complete or
 * two later days have values (for example after a fund closed), and its funds add up to its total.
 */
function withFinality(rows: readonly FlowRow[]): readonly EtfFlowDay[] {
  const isComplete = rows.map((row, index) => missingFunds(row, rows.slice(0, index)).length === 0)
  const passed = Math.max(isComplete.lastIndexOf(true), rows.length - SESSIONS_WAITED)
  return rows.map((row, index) => ({ ...row, isFinal: isComplete[index] || (index < passed && isSum(row)) }))
}

function isSum(row: FlowRow): boolean {
  return Math.abs(sumOfFunds(row) - row.totalUsdM) <= MAX_SUM_ERROR_USD_M
}

function findFault(days: readonly EtfFlowDay[], coin: Coin, nowMs: number): string | null {
  for (const [index, day] of days.entries()) {
    const { atMs, totalUsdM, usdMByFund, isFinal } = day
    const funds = Object.keys(usdMByFund).length
    if (funds < minFunds[coin]) return `only ${funds} funds`
    if (atMs > nowMs) return "a day lies in the future"
    if (atMs <= (days[index - 1]?.atMs ?? Number.NEGATIVE_INFINITY)) return "days are out of order"
    const largest = isSum(day) ? MAX_SUM_USD_M : MAX_TOTAL_USD_M
    if (Math.abs(totalUsdM) > largest) return `a total of ${totalUsdM} million`
    if (isFinal && !isSum(day)) return "a total is not the sum of its funds"
  }
  return null
}
