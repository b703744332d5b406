import type { EtfFlowDay } from "@/lib/domain/flows/etf-flow"
import { missingFunds } from "@/lib/domain/flows/missing-funds"
import { sumOfFunds } from "@/lib/market/sources/wire/etf-flow"

type Total = Pick<EtfFlowDay, "atMs" | "totalUsdM">

/** Larger differences between a total and its funds mean that they were read at different times. US$ millions. */
const MAX_SUM_ERROR_USD_M = 2

type Dated = Pick<EtfFlowDay, "atMs">

/**
 * Whether new days continue the held ones without a gap, both oldest first. After a gap, sums over both would miss sessions.
 */
export function isContiguous(held: readonly Dated[], read: readonly Dated[]): boolean {
  const [last, first] = [held.at(-1), read[0]]
  return last === undefined || first === undefined || last.atMs >= first.atMs
}

/**
 * Merges totals with the newest day by fund. The split of an earlier day is the one read while that day was the newest. A
 * split that does not add up to the total was read too early and is dropped. Held days before a gap are dropped.
 *
 * A fund that did not report on any of the previous ten days does not block the newest day from being final.
 */
export function mergeNewestDay(
  held: readonly EtfFlowDay[],
  totals: readonly Total[],
  newest: EtfFlowDay,
): readonly EtfFlowDay[] {
  const kept = isContiguous(held, totals) ? held.filter(({ isFinal }) => isFinal) : []
  const days = new Map(kept.map((day) => [day.atMs, day]))
  const read = new Map(held.map((day) => [day.atMs, day]))
  for (const total of totals) days.set(total.atMs, { ...total, usdMByFund: splitOf(total, read), isFinal: true })
  const before = [...days.values()].filter(({ atMs }) => atMs < newest.atMs).toSorted((a, b) => a.atMs - b.atMs)
  return [...before, { ...newest, isFinal: newest.isFinal || isComplete(newest, before) }]
}

function splitOf({ atMs, totalUsdM }: Total, read: ReadonlyMap<number, EtfFlowDay>): EtfFlowDay["usdMByFund"] {
  const day = read.get(atMs)
  return day !== undefined && Math.abs(sumOfFunds(day) - totalUsdM) <= MAX_SUM_ERROR_USD_M ? day.usdMByFund : {}
}

/** Needs the split of earlier days to know the expected funds. */
function isComplete(newest: EtfFlowDay, before: readonly EtfFlowDay[]): boolean {
  const split = before.filter((day) => hasReports(day))
  return split.length > 0 && hasReports(newest) && missingFunds(newest, split).length === 0
}

function hasReports({ usdMByFund }: EtfFlowDay): boolean {
  return Object.values(usdMByFund).some((usdM) => usdM !== null)
}
