import { SourceMalformedError } from "@/lib/outbound/errors"
import { dayOfIsoDate } from "@/lib/market/sources/wire/daily-value"
import type { EtfFlowDay } from "@/lib/market/sources/wire/etf-flow"
import type { SosoCurrentMetrics, SosoSummaryDay } from "./schema"

const MILLION = 1e6

/** The flow of all funds on one day, in millions of US dollars. */
export type EtfTotalDay = { readonly atMs: number; readonly totalUsdM: number }

export function toTotalDay({ date, total_net_inflow }: SosoSummaryDay): EtfTotalDay | null {
  const atMs = dayOfIsoDate(date)
  return atMs === undefined ? null : { atMs, totalUsdM: total_net_inflow / MILLION }
}

/**
 * The newest day by fund. A fund with an older date, a pending status or an unreadable flow has not reported; the total
 * is the sum of the reported flows.
 *
 * @throws {SourceMalformedError} when the day is not a date.
 */
export function toLatestDay(host: string, { dailyNetInflow, list }: SosoCurrentMetrics): EtfFlowDay {
  const dates = list.flatMap((fund) => fund.dailyNetInflow?.lastUpdateDate ?? [])
  const newest = [dailyNetInflow.lastUpdateDate, ...dates].sort().at(-1) ?? ""
  const atMs = dayOfIsoDate(newest)
  if (atMs === undefined) {
    throw new SourceMalformedError({ kind: "schema", host, message: `${host} sent the day "${newest}".` })
  }
  const flows = list.map(({ ticker, dailyNetInflow: flow }) => {
    const usd = flow?.status === "1" && flow.lastUpdateDate === newest ? flow.value : null
    return [ticker, usd === null ? null : usd / MILLION] as const
  })
  return {
    atMs,
    totalUsdM: flows.reduce((total, [, usdM]) => total + (usdM ?? 0), 0),
    usdMByFund: Object.fromEntries(flows),
    isFinal: flows.length > 0 && flows.every(([, usdM]) => usdM !== null),
  }
}
