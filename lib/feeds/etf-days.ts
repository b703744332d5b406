import type { EtfFlowDay } from "@/lib/domain/flows/etf-flow"
import { missingFunds } from "@/lib/domain/flows/missing-funds"
import { sumOfFunds } from "@/lib/sources/wire/etf-flow"

type Total = Pick<EtfFlowDay, "atMs" | "totalUsdM">

/** A total and its funds that differ by more, in US$ millions, are not the same state of a day. */
const MAX_SUM_ERROR_USD_M = 2

type Dated = Pick<EtfFlowDay, "atMs">

/**
 * Whether days that were just read go on where the held ones end, both oldest first. After a longer pause there are
 * sessions between the two that nobody read, and sums over both would leave them out.
 */
export function isContiguous(held: readonly Dated[], read: readonly Dated[]): boolean {
  const [last, first] = [held.at(-1), read[0]]
  return last === undefined || first === undefined || last.atMs >= first.atMs
}

/**
 * The table of a provider that tells the newest day by fund, and of the days before their totals alone: their split is
 * the one that was read while each was the newest. Where it does not add up to the total it was read too early, and
 * the total stands alone. Held days that the totals no longer reach go.
 *
 * A fund that has not reported on any of the ten days before does not keep the newest day from being final.
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

/** Without a split of the days before nobody knows who is expected. */
function isComplete(newest: EtfFlowDay, before: readonly EtfFlowDay[]): boolean {
  const split = before.filter((day) => hasReports(day))
  return split.length > 0 && hasReports(newest) && missingFunds(newest, split).length === 0
}

function hasReports({ usdMByFund }: EtfFlowDay): boolean {
  return Object.values(usdMByFund).some((usdM) => usdM !== null)
}
